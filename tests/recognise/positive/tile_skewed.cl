// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=32; global N, M; local 16, 16
// run qpu: M=19 N=37 K=23; global 48, 32; local 16, 16
// run stale: M=32 N=48 K=32; global N, M; local 16, 8
#define W 16
#define AT(tile, r, c) tile[r][((r) + (c)) % W]
kernel void product(uint M, uint N, uint K, global const float* A, global const float* B, global float* C) {
  local float left[W][W], right[W][W];
  uint u = get_local_id(0), v = get_local_id(1);
  uint x = get_global_id(0), y = get_global_id(1);
  float total = 0;
  for (uint first = 0; first < K; first += W) {
    AT(left, v, u) = y < M && first + u < K ? A[y * K + first + u] : 0;
    AT(right, v, u) = x < N && first + v < K ? B[(first + v) * N + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < W; k++) total += AT(left, v, k) * AT(right, k, u);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < N && y < M) C[y * N + x] = total;
}
