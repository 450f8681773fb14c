// SPDX-License-Identifier: Apache-2.0
// Length of the Collatz sequence from each number: neighbours take very different times.
kernel void steps_to_one(uint first, global uint *steps) {
  const size_t i = get_global_id(0);
  ulong number = first + i;
  uint count = 0;
  while (number > 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++count;
  }
  steps[i] = count;
}
