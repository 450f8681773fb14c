// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=19 N=37 K=24; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; k += 2) {
    s += A[i * K + k + 0] * B[(k + 0) * N + j];
    s += A[i * K + k + 1] * B[(k + 1) * N + j];
  }
  C[i * N + j] = s;
}
