// SPDX-License-Identifier: Apache-2.0
// Rows of one buffer wait in the VPM while single work-items store to another.
// global: 200
// arg: in int 200
// arg: out int 200
// arg: out short 200
kernel void k(global const int* a, global int* c, global short* d) {
  const int i = get_global_id(0), v = a[i];
  for (int j = 0; j < 3; ++j) c[i] = v + j;
  if ((v & 3) != 1) d[i] = v - i;
}
