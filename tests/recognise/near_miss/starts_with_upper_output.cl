// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A N*K, in B K*N, out C N*N
// reason: it adds or stores less than a product of two elements (line 7: `float acc = row <= col ? C[row * N + col] : 0;
// run cpu: N=16 K=16; global N, N
kernel void product(int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1), col = get_global_id(0);
  float acc = row <= col ? C[row * N + col] : 0;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  C[row * N + col] = acc;
}
