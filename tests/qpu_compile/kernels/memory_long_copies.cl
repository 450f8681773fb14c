// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 20
// arg: in int 64
// arg: in int 6020
// arg: out int 20
// arg: out int 6020
// A struct of 1204 bytes, and an array as long that begins with zeros.
typedef struct {
  int first[300];
  short last[2];
} Long;
kernel void k(global const int* x, global const Long* from, global int* y, global Long* to) {
  const int i = get_global_id(0);
  int counts[300] = {0};
  for (int j = 0; j < 64; ++j) counts[(uint)(x[j] + i) % 300] += j;
  y[i] = counts[(uint)x[i] % 300] + counts[(uint)i * 10 % 300] * 1000;
  if (x[i] & 1) to[i ^ 1] = from[i];
}
