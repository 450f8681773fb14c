// SPDX-License-Identifier: Apache-2.0
// Numbers whose difference is too small for QPUs are not equal; zeros of both signs are.
// global: 256
// arg: in int 256
// arg: out int 512
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0), n = a[i];
  const float zero = as_float((uint)n << 31);
  const float x = i & 1 ? zero : as_float(0x00800000 + (n & 3)), y = i & 2 ? -zero : as_float(0x00800000 + (n >> 4 & 3));
  out[i] = (x == y) + 2 * (x != y) + 4 * (x == 0) + 8 * (x == 0x1p-126f) + 16 * (y != 0x1p-126f);
  if (x == y && n > 7) return;
  out[i + 256] = x * 2 == y ? 5 : isnotequal(x, y) - islessgreater(x, y);
}
