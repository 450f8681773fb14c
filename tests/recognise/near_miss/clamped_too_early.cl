// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: its sum's stride changes (line 13: `for (int k = 0; k < 8 && t + k < K; ++k) s += a[y][k] * b[k]
// run cpu: M=16 N=24 K=16; global 24, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y][x] = A[i * K + min(t + x, K - 2)];
    b[y][x] = B[min(t + y, K - 1) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8 && t + k < K; ++k) s += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}
