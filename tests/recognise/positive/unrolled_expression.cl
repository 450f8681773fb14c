// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; k += 4)
    s += A[i * K + k] * B[k * N + j] + A[i * K + k + 1] * B[(k + 1) * N + j] +
         A[i * K + k + 2] * B[(k + 2) * N + j] + A[i * K + k + 3] * B[(k + 3) * N + j];
  C[i * N + j] = s;
}
