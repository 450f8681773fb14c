// SPDX-License-Identifier: Apache-2.0
// Constants lie where their types want them.
// global: 32
// arg: out int 128
constant char first[3] = {1, 2, 3};
constant int16 wide[2] = {(int16)(7), (int16)(8)};
constant uchar4 small[3] = {(uchar4)(1, 2, 3, 4), (uchar4)(5), (uchar4)(6)};
constant long16 widest = (long16)(9);
kernel void k(global int* out) {
  const int i = get_global_id(0);
  out[i] = ((int)(size_t)&wide[i & 1] & 63) + first[i % 3];
  out[i + 32] = ((int)(size_t)&small[i % 3] & 3) + wide[i & 1].s3;
  out[i + 64] = ((int)(size_t)&widest & 127) + (int)widest.s7;
  out[i + 96] = small[i % 3].z;
}
