// SPDX-License-Identifier: Apache-2.0
// These three options together allow what QPUs do.
// profile: full
// options: -cl-unsafe-math-optimizations -cl-finite-math-only -cl-denorms-are-zero
// tolerance: 1e-6
// global: 100
// arg: in float 100
// arg: in float 100
// arg: out float 100
kernel void k(global const float* a, global const float* b, global float* c) {
  const int i = get_global_id(0);
  c[i] = a[i] * 3 + b[i];
}
