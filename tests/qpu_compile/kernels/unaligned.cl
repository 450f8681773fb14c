// SPDX-License-Identifier: Apache-2.0
// Members of packed structs lie anywhere.
// global: 40
// arg: in uchar 600
// arg: out uchar 600
typedef struct __attribute__((packed)) { char c; int x; short s; long l; } P;
kernel void k(global const P* a, global P* b) {
  const int i = get_global_id(0);
  b[i].x = a[i].x * 3;
  b[i].s = a[i].s + 1;
  b[i].l = a[i].l - 5;
  b[i].c = a[i].c ^ 1;
}
