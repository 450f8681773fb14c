// SPDX-License-Identifier: Apache-2.0
// args: int K, in A M*K, in B K*K, out C M*K
// run qpu: M=7 K=33; global M
kernel void mm(const int n, global const float* a, global const float* b, global float* c) {
  int i = get_global_id(0);
  for (int j = 0; j < n; j++) {
    c[i * n + j] = 0.0f;
    for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}
