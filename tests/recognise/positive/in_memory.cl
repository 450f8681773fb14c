// SPDX-License-Identifier: Apache-2.0
// args: in A K*K, in B K*K, out C K*K, int K
// run qpu: K=33; global K, K
kernel void product(global float* a, global float* b, global float* c, int n) {
  int i = get_global_id(1), j = get_global_id(0);
  c[i * n + j] = 0;
  for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}
