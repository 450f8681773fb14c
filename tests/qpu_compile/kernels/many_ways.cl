// SPDX-License-Identifier: Apache-2.0
// More places where work-items wait for each other than there are small numbers, and a branch that all take together beside
// one where they part.
// global: 300
// arg: in int 300
// arg: out int 300
// arg: value int 5
// arg: value int 290
kernel void k(global const int* a, global int* c, int count, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  int v = a[i], best = -1, size = 1000;
  if (v & 1) { if (v & 2) v += 3; else if (v & 4) v ^= 21; else if (v & 8) v -= 7; else v *= 3; }
  for (int j = 0; j < count; ++j) {
    const int d = v - j * 5000;
    if (d < 0) continue;
    if (d > 10 && d < size) {
      size = d;
      best = j;
    }
  }
  int result = 77;
  if (best >= 0) {
    int w = size ^ v;
    if (w & 16) { if (w & 32) w += a[best]; else if (w & 64) w ^= a[best + 1]; else if (w & 128) w -= 9; }
    if (w & 1) w = w * 5 + a[best + 2];
    result = w + best;
  }
  c[i] = result;
}
