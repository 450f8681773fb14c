// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 100
// arg: in int 164
// arg: in int 64
// arg: out int 100
// Unrolled, its array would be 64 registers beside 64 others. As it stands in the source, it lies in the VPM or in memory.
kernel void k(global const int* x, global const int* weights, global int* y) {
  const int i = get_global_id(0);
  int line[64];
  for (int j = 0; j < 64; ++j) line[j] = x[i + j] * (j + 1);
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    for (int j = 0; j < 64; ++j) sum += line[j] * weights[j] ^ round;
    for (int j = 63; j > 0; --j) line[j] = line[j - 1] + sum;
    line[0] = sum >> 3;
  }
  y[i] = sum;
}
