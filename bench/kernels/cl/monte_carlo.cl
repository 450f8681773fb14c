// SPDX-License-Identifier: Apache-2.0
// Random walks on a line until they reach a wall, with the state of the generator (xorshift) in each work-item.
kernel void walk(uint limit, int wall, global const uint *seeds, global uint *steps) {
  const size_t i = get_global_id(0);
  uint state = seeds[i], count = 0;
  int place = 0;
  while (count < limit) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    place += (state & 64) != 0 ? 1 : -1;
    ++count;
    if (place == wall || place == -wall) break;
  }
  steps[i] = count;
}
