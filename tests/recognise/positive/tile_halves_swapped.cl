// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[2][16][16], right[2][16][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  int now = 0, next = 1;
  float sum = 0;
  left[now][y][x] = A[row * K + x];
  right[now][y][x] = B[y * N + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < K; t += 16) {
    if (t + 16 < K) {
      left[next][y][x] = A[row * K + t + 16 + x];
      right[next][y][x] = B[(t + 16 + y) * N + col];
    }
    for (int k = 0; k < 16; ++k) sum += left[now][y][k] * right[now][k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int held = now;
    now = next;
    next = held;
  }
  C[row * N + col] = sum;
}
