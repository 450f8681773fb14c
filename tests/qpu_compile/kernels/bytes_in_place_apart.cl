// SPDX-License-Identifier: Apache-2.0
// global: 1003
// local: 1
// arg: in uchar 1003
// arg: value int 1
// Work-items load words of which others store bytes.
kernel void k(global uchar* x, int turn) {
  int i = get_global_id(0);
  if (i % 3 == turn)
    x[i] ^= 0x55;
  else if (i % 7 == turn)
    x[i] += turn;
}
