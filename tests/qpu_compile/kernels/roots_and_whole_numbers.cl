// SPDX-License-Identifier: Apache-2.0
// global: 500
// arg: in float 500
// arg: in float 500
// arg: out float 500
// arg: out float 500
// tolerance: 1e-5
kernel void k(global const float* a, global const float* b, global float* c, global float* d) {
  const int i = get_global_id(0);
  c[i] = sqrt(fabs(a[i])) + a[i] / (b[i] + 20.0f) + copysign(a[i], b[i]) + fmin(a[i], b[i]) - fmax(a[i] * 2, b[i]);
  d[i] = floor(a[i]) + 100 * ceil(b[i]) + 10000 * trunc(a[i] - b[i]) + floor(a[i] * 1e8f);
}
