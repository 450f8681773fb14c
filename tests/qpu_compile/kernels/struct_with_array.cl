// SPDX-License-Identifier: Apache-2.0
// An element of an argument by an index that varies, and a struct that is copied and changed.
// global: 60
// arg: bytes 36
// arg: in int 480
// arg: out int 540
typedef struct { int n, t[8]; } T;
typedef struct { uchar3 c; short s; int a[6]; } S;
kernel void k(T table, global const S* in, global int* out) {
  const int i = get_global_id(0);
  out[i] = table.t[i & 7] + table.n;
  S copy = in[i & 7];
  copy.a[i % 6] = copy.c.y - copy.s;
  for (int j = 0; j < 6; ++j) out[60 + 8 * i + j] = copy.a[j];
}
