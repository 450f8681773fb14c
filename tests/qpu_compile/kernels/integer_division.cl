// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of all sizes and signs, also near powers of two.
// global: 2000
// arg: in int 2000
// arg: in int 2000
// arg: out int 2000
// arg: out uint 2000
// arg: out int 2000
kernel void k(global const int* a, global const int* b, global int* c, global uint* d, global int* e) {
  const int i = get_global_id(0);
  const int shift = i & 15;
  const int x = (a[i] << shift) ^ b[i], y = b[i] >> (i >> 4 & 15) | 1;
  const uint u = (uint)a[i] * 2654435761u, v = ((uint)b[i] * 40503u) >> (i % 31) | 1u;
  c[i] = x / y ^ x % y;
  d[i] = u / v + 3 * (u % v);
  e[i] = x / 7 + x % 1000 + (int)(u / 10u) + (u % 65537u) + (short)x / 3 + (uchar)x % 5 + x / -3 + x % 8 + x / 16;
}
