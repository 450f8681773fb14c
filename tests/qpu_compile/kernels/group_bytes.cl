// SPDX-License-Identifier: Apache-2.0
// global: 96
// local: 48
// arg: in uchar 96
// arg: out uchar 96
// arg: out short 96
// arg: out long 96
kernel void k(global const uchar* x, global uchar* y, global short* z, global long* w) {
  local uchar a[48];
  local short b[48];
  local long c[48];
  uint l = get_local_id(0), i = get_global_id(0);
  a[47 - l] = x[i];
  b[(l * 5) % 48] = (short)(x[i] * 300);
  c[l] = (long)x[i] << (l & 31);
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = a[l];
  z[i] = b[l];
  w[i] = c[47 - l] - c[l / 3];
}
