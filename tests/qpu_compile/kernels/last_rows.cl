// SPDX-License-Identifier: Apache-2.0
// The rows at the end of a line are fewer than run together: they run with some of those before.
// global: 343 9
// arg: in int 3100
// arg: out uchar 3100
// arg: out int 3200
// arg: value int 340
kernel void k(global const int* a, global uchar* bytes, global int* words, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  bytes[y * 343 + x] = a[y * 343 + x] >> 3;
  if (x < width) words[y * 343 + x] = a[y * 343 + x] + y;
}
