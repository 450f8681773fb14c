// SPDX-License-Identifier: Apache-2.0
// Each access has code for all lanes; the last group and rows are not full.
// global: 150
// local: 50
// arg: in int 150
// arg: out int 150
// arg: value int 6
kernel void k(global const int* x, global int* y, int n) {
  local int t[128];
  uint l = get_local_id(0), i = get_global_id(0);
  for (uint j = l; j < 128; j += 50) t[j] = (int)j;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[2 * l] = x[i];
  t[2 * l + 1] = x[149 - i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = t[l ^ (n & 3)];
  if ((x[i] & 3) != 0) sum += 3 * t[(uint)(x[i] * 7) % 100];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % 3 != 1) t[(l * 17) % 128] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = sum + t[(l * (uint)n) % 128] * 5 + t[(uint)n * 2];
}
