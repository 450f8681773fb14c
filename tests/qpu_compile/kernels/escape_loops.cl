// SPDX-License-Identifier: Apache-2.0
// Loops of one block that lanes leave at different times, by each kind of comparison, and in lines of 12 rows.
// global: 190 25
// arg: out int 28500
// arg: value int 190
// arg: value int 40
int by_size(int x, int y, int most) {
  int n = 0;
  float re = 0, im = 0;  // exact: multiples of 1/64
  while (n < most && re * re + im * im < 4.0f) {
    re += 0.015625f * x - 0.5f;
    im += 0.03125f * y;
    ++n;
  }
  return n;
}
int by_zero(uint x) {
  int n = 0;
  do ++n;
  while ((x >>= 1) != 0);
  return n;
}
int by_equality(int x) {
  int n = 1;
  while ((x & 3) == 3) {
    x >>= 1;
    ++n;
  }
  return n;
}
int by_order(int x, int y) {
  int n = 0;
  while (x >= y) {
    x -= n;
    ++n;
  }
  return n * 100 + x;
}
int by_wide_power(ulong x) {
  int n = 0;
  while (x > 0x3ffffffffful) {
    x -= x >> 3;
    ++n;
  }
  return n;
}
int by_low_power(ulong x) {
  int n = 0;
  do {
    x = x * 5 >> 3;
    ++n;
  } while (x > 7);
  return n;
}
kernel void k(global int* results, int width, int most) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > width - 3) return;
  global int* own = results + (y * width + x) * 6;
  own[0] = by_size(x, y, most);
  own[1] = by_zero(x * 77 + y);
  own[2] = by_equality(x ^ y);
  own[3] = by_order(x, y);
  own[4] = by_wide_power((ulong)x << (30 + y % 20));
  own[5] = by_low_power((ulong)(x + 1) << (y % 40));
}
