// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not known that accesses to a tile with no barrier between them go to different elements (line 14: `left[y][x] = A[row * K + t + x];
// run stale: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][16], right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  left[y][x] = A[row * K + x];
  right[y][x] = B[y * N + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 16; t < K; t += 16) {
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    left[y][x] = A[row * K + t + x];
    right[y][x] = B[(t + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
  C[row * N + col] = sum;
}
