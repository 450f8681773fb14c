// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=21 K=13; global 24, 24; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y][x] = (i < M && t + x < K) ? A[i * K + t + x] : 0;
    b[y][x] = (j < N && t + y < K) ? B[(t + y) * N + j] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) s += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < M && j < N) C[i * N + j] = s;
  }
}
