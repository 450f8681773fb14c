// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=48; global N, M; local 16, 16
#pragma OPENCL FP_CONTRACT OFF
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][16], right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float low = 0, high = 0;
  for (int t = 0; t < K; t += 16) {
    left[y][x] = A[i * K + t + x];
    right[y][x] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) {
      low += left[y][k] * right[k][x];
      high += left[y][k + 8] * right[k + 8][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = low + high;
}
