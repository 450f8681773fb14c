// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=64 K=16; global N/4, M/2; local 8, 8
// run qpu: M=16 N=32 K=24; global N/4, M/2; local 8, 8
#define S 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float As[2 * S][S], Bs[S][4 * S];
  int x = get_local_id(0), y = get_local_id(1);
  int row = get_group_id(1) * 2 * S + y, col = get_group_id(0) * 4 * S + x;
  float sum[2][4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) sum[i][j] = C[(row + i * S) * N + col + j * S];
  for (int t = 0; t < K; t += S) {
    for (int i = 0; i < 2; ++i) As[y + i * S][x] = A[(row + i * S) * K + t + x];
    for (int j = 0; j < 4; ++j) Bs[y][x + j * S] = B[(t + y) * N + col + j * S];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < S; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += As[y + i * S][k] * Bs[k][x + j * S];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) C[(row + i * S) * N + col + j * S] = sum[i][j];
}
