// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run cpu: M=32 N=48 K=32; global N, M; local 16, 16
#define W 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[W][W], right[W][W];
  int u = get_local_id(0), v = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  float total = 0;
  for (int first = 0; first < K; first += W) {
    left[v][(u + v) % W] = A[y * K + first + u];
    right[v][u] = B[(first + v) * N + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < W; k++) total += left[v][k] * right[k][u];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[y * N + x] = total;
}
