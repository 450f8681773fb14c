// SPDX-License-Identifier: Apache-2.0
// A literal without f makes doubles. They end as floats.
// profile: full
// options: -cl-fast-relaxed-math
// tolerance: 1e-5
// global: 100
// arg: in float 100
// arg: out float 100
// arg: value int 5
kernel void k(global const float* a, global float* c, int n) {
  const int i = get_global_id(0);
  float sum = i * 0.25;
  for (int j = 0; j < n; ++j) sum = sum * 0.5 + (a[i] > 0.1 ? a[i] / 3.0 : fabs(a[i] - 1.0));
  c[i] = sum + 2.5 * sqrt(sum * sum + 1.0);
}
