// SPDX-License-Identifier: Apache-2.0
// A pointer into one of two buffers, chosen once or in each iteration; the place of a store, too.
// global: 64
// arg: in int 80
// arg: in int 80
// arg: out int 160
// arg: out int 80
// arg: value int 5
kernel void k(global const int* a, global const int* b, global int* c, global int* d, int n) {
  const int i = get_global_id(0);
  global const int *p = i & 1 ? a : b, *q = i & 1 ? b : a;
  if (n > 3) ++p;
  int sum = 0;
  for (int j = 0; j < n; ++j) {
    sum = sum * 3 + p[i];
    global const int* t = p;
    p = q;
    q = t;
  }
  global int* r = i % 3 == 0 ? c : d;
  r[i] = sum;
  c[80 + i] = (p < a + 40 && p >= a) + 2 * (p == q) + 4 * (q != 0) + 8 * (int)(q - p == a - b || q - p == b - a);
}
