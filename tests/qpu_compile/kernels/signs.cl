// SPDX-License-Identifier: Apache-2.0
// Questions for the sign of a number, alone, beside others, in loops, and what is only added where they hold.
// global: 500
// arg: in int 500
// arg: in int 500
// arg: out int 4000
kernel void k(global const int* a, global const int* b, global int* results) {
  const int i = get_global_id(0);
  const int x = (int)((uint)a[i] * 2654435761u), y = b[i] % 1000 - 100;
  const char small = (char)x;
  const long wide = (long)x * y;
  global int* own = results + i * 8;
  uint sum = y;
  int turns = 0;
  if (x < 0) sum += i;
  if (x >= 0) sum ^= x;
  if (small < 0) sum -= 3 * y;
  if ((x & 0x80) != 0) sum += x >> 3;
  if (wide < 0) sum ^= 0x5555;
  own[0] = sum;
  for (int rest = x; rest >= 0 && turns < 40; ++turns) rest = (int)((uint)rest * 2 + 1);
  own[1] = turns;
  int left = x & 0xffff;
  while (left >= 0) left -= 9000;
  own[2] = left;
  own[3] = (x < 0 && y > 3) + 2 * (x < 0 || y < 0) + 4 * (small >= 0 && wide >= 0);
  own[4] = (uint)select(x, y, x > -1) + (uint)select(y, x, wide < 0);
  own[5] = (uint)(x < 0 ? 0 : y) - (uint)(y < 0 ? x : 0) + (x < 0 ? (uint)y - (uint)x : 0);
  if (x > -1) {
    if (y < 0) own[6] = x; else own[6] = y;
  } else {
    own[6] = small > -1 ? 7 : -7;
  }
  own[7] = (0 - (x < 0 ? y : 0)) ^ (x < 0) - (y < 0);
}
