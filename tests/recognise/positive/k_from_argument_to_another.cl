// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int L, int H, in A M*K+1, in B K*N+1, out C M*N
// run qpu: M=16 N=32 K=16 L=3 H=14; global N, M
// run qpu: M=16 N=32 K=16 L=3 H=3; global N, M
// run cpu: M=16 N=32 K=16 L=4 H=3; global N, M
kernel void product(int M, int N, int K, int L, int H, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int k = L; k < min(H, K); ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
