// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not known that iterations with no barrier between them use different elements of a tile (line 17: `for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x]
// run stale: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][16], right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0, a = A[row * K + x], b = B[y * N + col];
  for (int t = 0; t < K; t += 16) {
    left[y][x] = a;
    right[y][x] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t + 16 < K) {
      a = A[row * K + t + 16 + x];
      b = B[(t + 16 + y) * N + col];
    }
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
  }
  C[row * N + col] = sum;
}
