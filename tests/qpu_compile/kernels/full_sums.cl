// SPDX-License-Identifier: Apache-2.0
// profile: full
// on the CPU: QPUs truncate floats, which its program does not allow (-cl-fast-relaxed-math) in line 10
// global: 100
// arg: in float 100
// arg: in float 100
// arg: out float 100
kernel void k(global const float* a, global const float* b, global float* c) {
  const int i = get_global_id(0);
  c[i] = a[i] + b[i];
}
