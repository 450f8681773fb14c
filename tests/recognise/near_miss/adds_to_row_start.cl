// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: out C N*N, in A N*N, in B N*N, int N
// reason: its sum may skip or repeat elements (line 9: `for (int k = 0; k < N; k++) C[y * N] += A[y * N + k] * B[k *
// run cpu: N=16 K=16; global 1, N
kernel void product(global float* C, global float* A, global float* B, int N) {
  int y = get_global_id(1);
  for (int x = 0; x < N; x++)
    for (int k = 0; k < N; k++) C[y * N] += A[y * N + k] * B[k * N + x];
}
