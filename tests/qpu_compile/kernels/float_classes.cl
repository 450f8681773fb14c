// SPDX-License-Identifier: Apache-2.0
// All kinds of floats, by their bits.
// global: 256
// arg: in int 256
// arg: out int 256
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  const int exponent = (i & 3) == 0 ? 0 : (i & 3) == 1 ? 0xff : i, j = i >> 2 & 3;
  const int mantissa = j == 0 ? 0 : j == 1 ? a[i] & 0x7fffff : j == 2 ? 0x400000 : a[i] & 3;
  const float x = as_float((a[i] & 1) << 31 | exponent << 23 | mantissa), y = (float)(i & 64);
  out[i] = isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * isnormal(x) + 16 * (signbit(x) != 0) + 32 * isunordered(x, y) +
           64 * isordered(y, x) + 128 * (x != x) + 256 * (fabs(x) == INFINITY);
}
