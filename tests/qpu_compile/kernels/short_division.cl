// SPDX-License-Identifier: Apache-2.0
// Dividends of 19 to 23 bits, and divisors from 1 on: the quotient may have as many bits.
// global: 256
// arg: in int 256
// arg: out uint 1280
kernel void k(global const int* a, global uint* out) {
  const int i = get_global_id(0);
  const uint n = a[i], small = (n >> 3 & 7) + 1, x = 0x700000 | (n & 0xffff);
  out[i] = x / small + (x % small << 24);
  out[i + 256] = (x >> 1 & 0x7ffff) / small;
  out[i + 512] = (0x500000 + (n & 16)) / (n & 1 ? 1u : 255u);
  out[i + 768] = (int)x / (int)small - (int)(x & 0xfffff) / -(int)small;
  out[i + 1024] = x / 3 + x / 5 * 3 + x / 1000 * 7 + (x & 0xfffff) / 7 + x % 11;
}
