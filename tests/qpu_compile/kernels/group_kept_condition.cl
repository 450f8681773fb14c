// SPDX-License-Identifier: Apache-2.0
// log: with work-groups of up to
// global: 200
// local: 100
// arg: in int 256
// arg: out int 200
// arg: value int 5
// Whether the second loop runs is known before the barrier: two comparisons, whose operands are not kept.
kernel void k(global const int* in, global int* out, int n) {
  int i = get_global_id(0), a = in[i], c = i * 3;
  for (int e = 0; e < (a & 7); ++e) a = -5 * n;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int e = 0; e < (a & 7); ++e) c = a & n;
  out[i] = a + c;
}
