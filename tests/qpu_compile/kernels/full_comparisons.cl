// SPDX-License-Identifier: Apache-2.0
// Floats that are only moved, compared and cut are exact on the QPUs, NaN, infinite numbers and denormals included. The
// floats are made of integers here: in all, every kind is there.
// profile: full
// global: 512
// arg: in uint 512
// arg: out int 512
// arg: out uint 512
// arg: out float 512
kernel void k(global const uint* a, global int* out, global uint* bits, global float* moved) {
  const int i = get_global_id(0);
  const uint kind = a[i] >> 3 & 7, other = a[i ^ 1] >> 3 & 7;
  const float x = as_float(a[i] << 31 | (kind == 0 ? 0 : kind == 1 ? 0x7f800000 : kind == 2 ? 0x7fc00001 : kind == 3 ? a[i] & 6
                                                                                                  : a[i] * 99991 >> 1));
  const uint b = a[i ^ 1];
  const float y = as_float(b << 31 | (other == 0 ? 0 : other == 1 ? 0x7f800000 : other == 2 ? 0x7fc00001 : other == 3 ? b & 6
                                                                                                  : b * 99991 >> 1));
  out[i] = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) + 32 * (x >= y) + 64 * !(x < y) +
           128 * isunordered(x, y) + 256 * isless(y, x) + 512 * (x < 1.5f) + 1024 * !(y >= -2.0f);
  const float most = fmax(x, y), least = fmin(x, y);
  bits[i] = isnan(most) || isnan(least) ? 1 : as_uint(fabs(most)) * 3 + as_uint(fabs(least)) + as_uint(copysign(1.0f, -x));
  moved[i] = (float)(a[i] & 0xffff) + 0.0f == 5.0f ? 1.0f : (float)(int)(a[i] & 0xffffff);
}
