// SPDX-License-Identifier: Apache-2.0
// global: 301
// arg: in short 301
// arg: out short 304
kernel void k(global const short* a, global short* c) {
  const int i = get_global_id(0);
  c[i] = a[i] > 100 ? a[i] >> 3 : -a[i];
}
