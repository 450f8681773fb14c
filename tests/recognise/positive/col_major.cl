// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global M, N; local 16, 16
// run qpu: M=19 N=37 K=23; global M, N
kernel void gemm(const int M, const int N, const int K, const __global float* A, const __global float* B, __global float* C) {
  const int globalRow = get_global_id(0);
  const int globalCol = get_global_id(1);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) { acc += A[k*M + globalRow] * B[globalCol*K + k]; }
  C[globalCol*M + globalRow] = acc;
}
