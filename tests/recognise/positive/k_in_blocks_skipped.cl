// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < K; first += 8)
    for (int k = 0; k < 8; ++k)
      if (first + k < K) sum += A[row * K + first + k] * B[(first + k) * N + col];
  C[row * N + col] = sum;
}
