// SPDX-License-Identifier: Apache-2.0
// Numbers of 64 bits in two registers.
// global: 100
// arg: in long 100
// arg: in long 100
// arg: out long 100
// arg: out int 100
kernel void k(global const long* a, global const long* b, global long* c, global int* less) {
  const int i = get_global_id(0);
  const long x = a[i] * 0x123456789abcdefL, y = b[i] * b[i] - 0x7654321L;
  c[i] = x * y + (x << 13) - (y >> 7) + (long)((ulong)x >> 40);
  if (a[i] > 100) c[i] = max(x, y) ^ min((ulong)x, (ulong)y);
  less[i] = (x < y) | ((ulong)x <= (ulong)y) << 1 | (x == y) << 2 | (a[i] > b[i]) << 3;
}
