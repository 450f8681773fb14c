// SPDX-License-Identifier: Apache-2.0
// global: 100
// arg: in int 100
// arg: out int 100
// arg: out int 100
kernel void k(global const int* x, global int* y, global int* z) {
  int counts[7] = {0}, i = get_global_id(0);
  uchar bytes[5];
  for (int j = 0; j < 5; ++j) bytes[j] = (uchar)(x[i] >> j);
  for (int j = 0; j < 20; ++j) counts[(uint)(x[i] * (j + 3)) % 7] += j;
  y[i] = counts[i % 7] * 1000 + counts[3];
  bytes[(uint)x[i] % 5] ^= 0x55;
  z[i] = bytes[0] | bytes[(i + 1) % 5] << 8 | bytes[(uint)i % 5] << 16;
}
