// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=16; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0;
  for (int b = 0; b < K; b += 4) { float part = 0; for (int k = b; k < b + 4; k++) part += A[row * K + k] * B[k * N + col]; acc += part; }
  C[row * N + col] = acc;
}
