// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: a division with a remainder at the end (line 8: `c[y][x] = 0;
// run stale: M=16 N=24 K=16; global 24, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float c[8][8];
  int x = get_local_id(0), y = get_local_id(1) / 2, j = get_global_id(0), i = get_global_id(1);
  c[y][x] = 0;
  for (int k = 0; k < K; ++k) c[y][x] += A[i * K + k] * B[k * N + j];
  C[i * N + j] = c[y][x];
}
