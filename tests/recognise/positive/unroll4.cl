// SPDX-License-Identifier: Apache-2.0
// args: int K, in A K*K, in B K*K, out C K*K
// run qpu: K=32; global K, K
// run qpu: K=64; global K, K; local 8, 8
kernel void product(int n, global float* a, global float* b, global float* c) {
  int i = get_global_id(0), j = get_global_id(1);
  float s = 0;
  for (int k = 0; k < n; k += 4) {
    s += a[i * n + k] * b[k * n + j];
    s += a[i * n + k + 1] * b[(k + 1) * n + j];
    s += a[i * n + k + 2] * b[(k + 2) * n + j];
    s += a[i * n + k + 3] * b[(k + 3) * n + j];
  }
  c[i * n + j] = s;
}
