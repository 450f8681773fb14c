// SPDX-License-Identifier: Apache-2.0
// Each work-item reads only what it stores later.
// global: 500
// arg: in float 500
// arg: in float 500
// arg: value float 2.5
// tolerance: 1e-6
kernel void k(global float* y, global const float* x, float a) {
  const int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
