// SPDX-License-Identifier: Apache-2.0
// global: 300
// arg: in uchar 300
// arg: out uchar 304
kernel void k(global const uchar* a, global uchar* c) {
  const int i = get_global_id(0);
  c[i] = 255 - a[i];
}
