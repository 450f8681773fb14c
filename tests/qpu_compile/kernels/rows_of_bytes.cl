// SPDX-License-Identifier: Apache-2.0
// Full rows of bytes and halves of words: lines begin at any byte, so some are whole words and some are not.
// global: 300 6
// arg: in int 1800
// arg: out uchar 2000
// arg: out short 2000
// arg: value uint 303
kernel void k(global const int *in, global uchar *bytes, global short *halves, uint pitch) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const int number = in[y * 300 + x];
  bytes[y * pitch + x] = number;
  halves[y * pitch + x] = number >> 1;
}
