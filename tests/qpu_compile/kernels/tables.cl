// SPDX-License-Identifier: Apache-2.0
// A constant of the program, and an argument in constant memory.
// global: 100
// arg: in uint 16
// arg: out uint 100
constant uint squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
kernel void k(constant uint* table, global uint* c) {
  const int i = get_global_id(0);
  c[i] = squares[i & 15] + table[i * 3 & 15];
}
