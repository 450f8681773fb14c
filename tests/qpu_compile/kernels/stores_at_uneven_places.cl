// SPDX-License-Identifier: Apache-2.0
// Whether neighbours store at equal distances is known when the kernel runs.
// global: 100
// arg: in int 100
// arg: out int 4000
// arg: out uchar 400
// arg: value int 8
kernel void k(global const int* x, global int* y, global uchar* z, int n) {
  uint i = get_global_id(0);
  for (uint stride = 64, at = 0; stride > 0; stride /= 2, at += 208)
    y[at + 2 * i - (i & (stride - 1))] = x[i] + (int)stride;
  y[1600 + (i ^ (uint)n)] = x[i];
  y[1800 + i * (uint)n - (i & (uint)(n - 8))] = 3 * x[i];
  if (x[i] > 0) y[2800 + (i | (uint)(n & 7))] = x[i];
  z[2 * i - (i & (uint)(n * 2 - 1))] = (uchar)x[i];
}
