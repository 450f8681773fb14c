// SPDX-License-Identifier: Apache-2.0
// The functions do not hold for NaN, which a buffer may have.
// global: 256
// arg: in short 256
// arg: out int 768
kernel void k(global const short* a, global int* out) {
  const int i = get_global_id(0);
  const float x = (i & 3) == 1 ? as_float(0x7fc00000) : (float)a[i], y = (i & 3) == 2 ? as_float(0xffc00001) : (float)a[i ^ 1];
  out[i] = isgreater(x, y) + 2 * isgreaterequal(x, x) + 4 * isless(x, y) + 8 * islessequal(y, x) + 16 * islessgreater(x, y);
  out[i + 256] = isless((float4)(x, y, 1, 2), (float4)(y, x, x, y)).z - isgreater((float2)(x, y), (float2)(1, 2)).x;
  out[i + 512] = isequal(x, x) + 2 * isequal(y, x) + 4 * isnotequal(x, y) + 8 * isnotequal((float4)(x, y, 1, 2), (float4)(x, x, x, 2)).x;
}
