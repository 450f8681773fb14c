// SPDX-License-Identifier: Apache-2.0
// Pointers into arrays that move, and that are chosen.
// global: 100
// arg: in int 100
// arg: out int 100
// arg: out int 100
kernel void k(global const int* x, global int* y, global int* z) {
  const int i = get_global_id(0);
  int stack[12], counts[5] = {0}, others[5] = {1, 2, 3, 4, 5};
  int* top = stack;
  *top++ = x[i];
  int sum = 0;
  while (top != stack) {
    const int number = *--top;
    sum += number;
    counts[(uint)number % 5]++;
    if ((number & 3) != 0 && top < stack + 10) {
      *top++ = (uint)number >> 2;
      *top++ = number & ~3;
    }
  }
  y[i] = sum;
  int* chosen = x[i] & 1 ? counts : others;
  chosen += (uint)sum % 5;
  *chosen += 100;
  z[i] = counts[i % 5] * 1000 + others[(i + 1) % 5];
}
