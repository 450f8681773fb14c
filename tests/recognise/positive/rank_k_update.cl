// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, float 3, float 2, in A N*K, out C N*N
// run qpu: N=48 K=16; global N, N
// run qpu: N=37 K=9; global 40, 40
kernel void update(int n, int k, float alpha, float beta, global const float* a, global float* c) {
  int i = get_global_id(1), j = get_global_id(0);
  if (i >= n || j >= n) return;
  float sum = c[i * n + j] * beta;
  for (int l = 0; l < k; ++l) sum += (alpha * a[i * k + l]) * a[j * k + l];
  c[i * n + j] = sum;
}
