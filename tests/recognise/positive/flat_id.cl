// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global M*N
// run qpu: M=19 N=37 K=23; global M*N
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int id = get_global_id(0);
  int i = id / N, j = id % N;
  float t = 0;
  for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + j];
  C[id] = t;
}
