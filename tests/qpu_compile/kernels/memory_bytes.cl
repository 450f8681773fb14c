// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 300
// local: 100
// arg: in uchar 300
// arg: out uchar 300
// arg: out short 300
// arg: out long 300
kernel void k(global const uchar* x, global uchar* y, global short* z, global long* w) {
  local uchar a[3000];
  local short b[1000];
  local long c[200];
  uint l = get_local_id(0), i = get_global_id(0);
  a[l] = x[i];
  a[299 - l] = x[i] + 1;
  b[(l * 7) % 100] = (short)(x[i] * 300);
  b[l + 101] = x[i] - 128;
  c[l] = (long)x[i] << (l & 31);
  if (x[i] & 1) c[l + 100] = c[l] + 1; else c[l + 100] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = a[l] + a[l + 200] * 3 + a[l / 2] * 5 + a[7];
  short sum = b[l] + b[l + 101];
  if (l & 4) sum -= b[l + 102] + a[l + 1];
  z[i] = sum;
  w[i] = c[99 - l] - c[l / 3] + c[l + 100];
}
