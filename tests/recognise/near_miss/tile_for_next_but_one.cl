// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: the half of a tile that is read first is filled in another way than the next one (line 12: `for (int t = 16; t <= K; t += 16) {
// run cpu: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][16], right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  left[y][x] = A[row * K + x];
  right[y][x] = B[y * N + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 16; t <= K; t += 16) {
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    left[y][x] = A[row * K + (t + 16) % K + x];
    right[y][x] = B[(t % K + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
