// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run stale: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][8], right[8][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < K; t += 8) {
    if (x < 7) left[y][x] = A[row * K + t + x];
    if (y < 8) right[y][x] = B[(t + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
