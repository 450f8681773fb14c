// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int D, int M*K, int K*N, int M*N, in A M*K*D, in B K*N*D, out C M*N*D
// run qpu: M=16 N=32 K=16 D=3; global N, M, D
// run qpu: M=9 N=7 K=11 D=5; global 16, 16, D
// run qpu: M=9 N=7 K=11 D=2; global 16, 16, 4
// run qpu: M=9 N=7 K=11 D=1; global 16, 16, 4
// run cpu: M=9 N=7 K=11 D=2; global 16, 16, 4; offset 0, 0, 1
kernel void product(int M, int N, int K, int D, int a_step, int b_step, int c_step, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2);
  if (i >= M || j >= N || d >= D) return;
  A += d * a_step;
  B += d * b_step;
  C += d * c_step;
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
