// SPDX-License-Identifier: Apache-2.0
// A program's own functions may have names that start like those of builtin functions that QPUs do not have.
// global: 100
// arg: in int 100
// arg: out float 100
__attribute__((overloadable, noinline)) float logistic_step(float x) { return x * (1 - x); }
__attribute__((overloadable)) int tanks(int x) { return 3 * x + 1; }
kernel void k(global const int* a, global float* out) {
  const int i = get_global_id(0);
  out[i] = logistic_step(a[i] & 255) + tanks(i);
}
