// SPDX-License-Identifier: Apache-2.0
// global: 30
// arg: in int 240
// arg: out int 480
typedef struct { int a[6]; short b[3]; char c; } T;
kernel void k(global const T* a, global T* out) {
  const int i = get_global_id(0);
  out[i] = a[i];
  out[i + 30].a[3] = a[i].c + a[i].b[2];
}
