// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: the elements of an operand's rows and columns are both apart (line 11: `C[row * N + col] = acc;
// run cpu: M=16 N=32 K=16; global N, M
// run cpu: M=9 N=7 K=11; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k += 2) acc += A[row * K + k] * B[k * N + col];
  C[row * N + col] = acc;
}
