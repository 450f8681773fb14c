// SPDX-License-Identifier: Apache-2.0
// global: 500
// arg: in float 500
// arg: out float 500
// arg: out float 500
// tolerance: 2e-3
kernel void k(global const float* a, global float* b, global float* c) {
  const int i = get_global_id(0);
  const float x = a[i], y = fabs(x) + 0.5f;
  b[i] = native_exp(x) + native_exp2(x) + native_log(y) + native_log2(y) + native_rsqrt(y) + native_sqrt(y);
  c[i] = native_sin(x) + native_cos(x) + native_recip(y) + native_divide(x, y) + native_powr(y, x * 0.25f) + half_sqrt(y);
}
