// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: in A M*K, in B K*N, out C M*N, float 1.5, float 0.75, int M, int N, int K
// run cpu: M=16 N=16 K=16; global N, M
kernel void product(global const float* A, global const float* B, global float* C, float alpha, float beta, int M, int N, int K) {
  int x = get_global_id(0), y = get_global_id(1);
  float total = 0;
  for (int k = 0; k < K; k++) total += alpha * A[y * K + k] * beta * B[k * N + x];
  C[y * N + x] = total;
}
