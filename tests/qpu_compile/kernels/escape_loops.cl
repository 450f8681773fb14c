// SPDX-License-Identifier: Apache-2.0
// Loops of one block that lanes leave at different times, by each kind of comparison, and in lines of 12 rows.
// global: 190 25
// arg: out int 38000
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
// Lanes that have left do not come back, although what they compute on would go on.
int by_either(uint x, uint before) {
  int n = 0;
  do {
    before = x;
    x = x * 5 + 3 & 15;
    ++n;
  } while (x != 9 || before != 14);
  return n * 256 + x * 16 + before;
}
int by_three(int x, int wall, int most) {
  uint state = x * 77 + 1;
  int place = 0, n = 0;
  while (n < most) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    place += (state & 64) != 0 ? 1 : -1;
    ++n;
    if (place == wall || place == -wall) break;
  }
  return n * 100 + place;
}
kernel void k(global int* results, int width, int most) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > width - 3) return;
  global int* own = results + (y * width + x) * 8;
  own[0] = by_size(x, y, most);
  own[1] = by_zero(x * 77 + y);
  own[2] = by_equality(x ^ y);
  own[3] = by_order(x, y);
  own[4] = by_wide_power((ulong)x << (30 + y % 20));
  own[6] = by_either(x & 15, y);
  own[7] = by_three(x * 31 + y, 5, most * 2);
  own[5] = by_low_power((ulong)(x + 1) << (y % 40));
}
