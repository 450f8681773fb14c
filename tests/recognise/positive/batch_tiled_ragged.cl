// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A S*M*K, in B S*K*N, out C S*M*N, int S
// run qpu: S=3 M=16 N=16 K=16; global 16, 16, 3; local 8, 8, 1
// run qpu: S=2 M=19 N=21 K=13; global 24, 24, 2; local 8, 8, 1
kernel void bmm(int M, int N, int K, global const float* A, global const float* B, global float* C, int S) {
  local float a[8][8], b[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_group_id(0) * 8 + x, i = get_group_id(1) * 8 + y, s = get_global_id(2);
  if (s >= S) return;
  A += s * M * K; B += s * K * N; C += s * M * N;
  float sum = 0;
  for (int t = 0; t < (K + 7) / 8; ++t) {
    a[y][x] = (i < M && t * 8 + x < K) ? A[i * K + t * 8 + x] : 0;
    b[y][x] = (j < N && t * 8 + y < K) ? B[(t * 8 + y) * N + j] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < M && j < N) C[i * N + j] = sum;
}
