// SPDX-License-Identifier: Apache-2.0
// Small and large angles beside each other, and vectors of them.
// global: 500
// arg: in float 500
// arg: out float 500
// arg: out float 500
// arg: out float 500
// tolerance: 2e-6
kernel void k(global const float* a, global float* b, global float* c, global float* d) {
  const int i = get_global_id(0);
  const float x = i % 3 == 0 ? a[i] * 131072 : a[i];
  float cosine;
  b[i] = sincos(x, &cosine);
  c[i] = cosine;
  const float2 both = sin((float2)(x, x + 1)) * cos((float2)(x, x - 1));
  d[i] = both.x + both.y + tan(x * 0.125f);
}
