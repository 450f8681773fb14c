// SPDX-License-Identifier: Apache-2.0
// Ids are of 64 bits; an index that is cut to 32 bits still shows that neighbours lie side by side.
// rows together: several
// global: 203 3
// arg: in int 700
// arg: out int 700
// arg: out int 700
kernel void k(global const int *in, global int *a, global int *b) {
  const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const int j = get_global_id(1) * get_global_size(0) + get_global_id(0);
  a[i] = in[i] * 3;
  b[j] = in[j] - 5;
}
