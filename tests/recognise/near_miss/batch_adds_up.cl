// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int 0, in A M*K*D, in B K*N*D, out C M*N
// run cpu: M=16 N=32 K=16 D=1; global N, M, D
kernel void product(int M, int N, int K, int c_step, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[d * M * K + i * K + k] * B[d * K * N + k * N + j];
  C[d * c_step + i * N + j] += s;
}
