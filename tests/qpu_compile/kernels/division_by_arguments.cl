// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders by numbers that are the same for all work-items, up to the largest ones, and the largest ones
// of both signs by others.
// global: 300
// arg: in int 300
// arg: value int 7
// arg: value int -2147483648
// arg: value uint 4294967295
// arg: value uint 65537
// arg: value short -3
// arg: out uint 3300
kernel void k(global const int* a, int seven, int least, uint most, uint middle, short small, global uint* results) {
  const int i = get_global_id(0);
  const int near[] = {a[i], (int)((uint)a[i] << 16), INT_MIN + i, INT_MAX - i, -i, i};
  global uint* own = results + i * 11;
  for (int k = 0; k < 11; ++k) own[k] = 0;
  for (int k = 0; k < 6; ++k) {
    const int x = near[k], odd = (x | 1) == -1 ? 1 : x | 1;
    own[0] = own[0] * 3 + x / seven;
    own[1] = own[1] * 3 + x % seven;
    own[2] = own[2] * 3 + x / least;
    own[3] = own[3] * 3 + x % least;
    own[4] = own[4] * 3 + (uint)x / most;
    own[5] = own[5] * 3 + (uint)x % most;
    own[6] = own[6] * 3 + (uint)x / middle;
    own[7] = own[7] * 3 + (uint)x % middle;
    own[8] = own[8] * 3 + x / small;
    own[9] = own[9] * 3 + least / odd + least % odd;
    own[10] = own[10] * 3 + most / ((uint)x | 1) + most % ((uint)x | 1);
  }
}
