// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=70; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0, a = A[row * K], b = B[col];
  for (int k = 1; k < K; ++k) {
    const float next_a = A[row * K + k], next_b = B[k * N + col];
    sum += a * b;
    a = next_a;
    b = next_b;
  }
  C[row * N + col] = sum + a * b;
}
