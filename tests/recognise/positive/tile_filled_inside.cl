// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=21 K=13; global 24, 24; local 8, 8
// run qpu: M=16 N=16 K=16; global 16, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int t = 0; t < (K + 7) / 8; ++t) {
    if (i < M && t * 8 + x < K) a[y][x] = A[i * K + t * 8 + x];
    if (j < N && t * 8 + y < K) b[y][x] = B[(t * 8 + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < M && j < N) for (int k = 0; k < 8 && t * 8 + k < K; ++k) s += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < M && j < N) C[i * N + j] = s;
}
