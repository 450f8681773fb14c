// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K+5, in B K*N, out C M*N
// reason: a loop counts in memory (line 10: `for (int k = 0; k < K; k++) {
// run cpu: M=4 N=5 K=8; global N, M
// From the second iteration on the offset differs.
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int row = get_global_id(1), col = get_global_id(0), offset[4];
  for (int j = 0; j < 4; j++) offset[j] = 5;
  float sum = 0;
  for (int k = 0; k < K; k++) {
    sum += A[row * K + k + offset[1]] * B[k * N + col];
    for (int j = 0; j < 4; j++) offset[j] = 0;
  }
  C[row * N + col] = sum;
}
