// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: out C N*N, in A N*N, in B N*N, int N
// reason: it computes no product (line 9: `for (int k = 0; k < N; k++) C[y * N + x] = before + A[y * N 
// run cpu: N=16 K=16; global N, N
kernel void product(global float* C, global float* A, global float* B, int N) {
  int y = get_global_id(0), x = get_global_id(1);
  float before = C[y * N + x];
  for (int k = 0; k < N; k++) C[y * N + x] = before + A[y * N + k] * B[k * N + x];
}
