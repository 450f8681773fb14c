// SPDX-License-Identifier: Apache-2.0
// args: in A M*4, in B 4*N, out C M*N, int N, int K
// run cpu: M=5 N=7 K=0; global N, M
// Elements that are not stored keep their bits; on QPUs they would not.
kernel void product(global const float* A, global const float* B, global float* C, int N, int K) {
  int row = get_global_id(1), col = get_global_id(0);
  for (int k = 0; k < K; k++) C[row * N + col] += A[row * 4 + k] * B[k * N + col];
}
