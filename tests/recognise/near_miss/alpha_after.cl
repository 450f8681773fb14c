// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, float 1.5
// reason: it scales products of two elements (line 8: `for (int k = 0; k < K; k++) acc += (A[row * K + k] * B[k * N
// run cpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, float alpha) {
  int row = get_global_id(1), col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += (A[row * K + k] * B[k * N + col]) * alpha;
  C[row * N + col] = acc;
}
