// SPDX-License-Identifier: Apache-2.0
// global: 500
// arg: in float 500
// arg: out float 500
// arg: out float 500
// arg: out float 500
// tolerance: 2e-6
kernel void k(global const float* a, global float* b, global float* c, global float* d) {
  const int i = get_global_id(0);
  const float x = a[i];
  b[i] = exp(x) + exp2(-x) + exp10(x * 0.25f);
  c[i] = log(fabs(x) + 0.001f) + log2(fabs(x) + 1) * 16 + log10(x * x + 1) * 256;
  d[i] = pow(fabs(x), x) + powr(fabs(x) + 0.5f, 2.5f) + pown(x, 3) + rootn(fabs(x), 5) + pow(x, 4) + rsqrt(fabs(x) + 1);
}
