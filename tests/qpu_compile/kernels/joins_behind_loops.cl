// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 64
// arg: in int 1024
// arg: out int 256
// arg: value int 5
// arg: value int 3
// Values of both ways meet behind `g & 3`, where LLVM's analysis of uniformity sees none: one way ends with a loop.
kernel void k(global const int* in, global int* out, int n, int m) {
  const int g = get_global_id(0), base = g * 90 + n, far = (g + 78) ^ 6399, low = m ^ 197618;
  int step = m ^ 628384, limit = m ^ 917262, sum = n * 105 + 1433, v = g, w = g, u = g;
  if (g & 3) {
    if (n > 2) w = in[w & 1023];
    v = (far & 0xffff) * 3 + limit;
  } else {
    limit = convert_int_sat((float)(limit & 0xfff) * 0.5f);
#pragma unroll 1
    for (int i = 0; i < n; i++) u = base;
  }
  if (low < limit) {
    sum = limit + step;
#pragma unroll 1
    for (int i = 0; i < (g & 3) + 1; i++) step = step + i;
  }
  if (u < step) out[g * 4 + 1] = v + w;
  out[g * 4 + 3] = sum;
}
