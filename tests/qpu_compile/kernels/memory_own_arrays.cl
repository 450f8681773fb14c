// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 100
// arg: in int 100
// arg: out int 100
// arg: out long 100
// Arrays of 107 rows of the VPM.
kernel void k(global const int* x, global int* y, global long* z) {
  int counts[70] = {0}, i = get_global_id(0);
  uchar bytes[29];
  long wide[15];
  for (int j = 0; j < 15; ++j) wide[j] = (long)x[i] << j;
  for (int j = 0; j < 29; ++j) bytes[j] = (uchar)(x[i] >> (j & 7));
  for (int j = 0; j < 200; ++j) counts[(uint)(x[i] * (j + 3)) % 70] += j;
  if (x[i] & 1) counts[i % 70] += 77;
  y[i] = counts[i % 70] * 1000 + counts[3] + counts[69];
  bytes[(uint)x[i] % 29] ^= 0x55;
  y[i] += bytes[0] | bytes[(i + 1) % 29] << 8 | bytes[(uint)i % 29] << 16;
  z[i] = wide[(uint)x[i] % 15] - wide[14];
}
