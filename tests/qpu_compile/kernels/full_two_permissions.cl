// SPDX-License-Identifier: Apache-2.0
// Denormals are not zero.
// profile: full
// options: -cl-unsafe-math-optimizations -cl-finite-math-only
// on the CPU: QPUs truncate floats, which its program does not allow (-cl-fast-relaxed-math) in line 11
// global: 100
// arg: in float 100
// arg: out float 100
kernel void k(global const float* a, global float* c) {
  const int i = get_global_id(0);
  c[i] = a[i] * 3;
}
