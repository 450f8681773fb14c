// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int P, int Q, in A M*P*Q+1, in B P*Q*N+1, out C M*N
// terms: P*Q
// run qpu: M=16 N=16 P=5 Q=7; global N, M
// run qpu: M=16 N=16 P=1 Q=9; global N, M
// run qpu: M=16 N=16 P=9 Q=1; global N, M
// run qpu: M=16 N=16 P=0 Q=9; global N, M
kernel void product(int M, int N, int P, int Q, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int p = 0; p < P; ++p)
    for (int q = 0; q < Q; ++q) s += A[i * P * Q + q * P + p] * B[(q * P + p) * N + j];
  C[i * N + j] = s;
}
