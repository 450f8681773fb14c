// SPDX-License-Identifier: Apache-2.0
// global: 1024
// arg: in int 1024
// arg: in uint 1024
// arg: out int 1024
// arg: value int 1000
// Divisors that are 0 for some work-items, which have another way: choices, branches, remainders, and in a loop.
kernel void k(global const int* x, global const uint* counts, global int* y, int n) {
  int i = get_global_id(0), some = x[i] & 3, sum = 0;
  uint count = counts[i] & 7;
  int result = some == 0 ? -7 : n / some;
  if (count != 0)
    result += (uint)x[i] % count;
  else
    result -= 9;
  for (int j = 0; j < 5; j++) {
    int divisor = (some + j) & 3;
    sum += divisor == 0 ? -7 : (n + j) / divisor;
  }
  y[i] = result + 3 * sum + (count == 0 || n / (int)count > 200 ? 1 : 0);
}
