// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A S*M*K, in B S*K*N, out C S*M*N
// run qpu: S=3 M=16 N=24 K=16; global 3, 16, 24; local 1, 8, 8
kernel void bmm(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8];
  int s = get_global_id(0), i = get_global_id(1), j = get_global_id(2), y = get_local_id(1), x = get_local_id(2);
  float sum = 0;
  for (int t = 0; t < K; t += 8) {
    a[y][x] = A[(s * M + i) * K + t + x];
    b[y][x] = B[(s * K + t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[(s * M + i) * N + j] = sum;
}
