// SPDX-License-Identifier: Apache-2.0
// profile: full
// options: -cl-fast-relaxed-math
// on the CPU: it uses double in line 10
// global: 50
// arg: in long 50
// arg: out long 50
kernel void k(global const double* a, global double* c) {
  const int i = get_global_id(0);
  c[i] = a[i] * 2.0;
}
