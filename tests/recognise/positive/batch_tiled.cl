// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K*D, in B K*N*D, out C M*N*D
// run qpu: M=16 N=32 K=24 D=3; global N, M, D; local 8, 8, 1
// run cpu: M=16 N=32 K=24 D=4; global N, M, D; local 8, 8, 2
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[8][8], right[8][8];
  const int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1), d = get_group_id(2);
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    left[y][x] = A[d * M * K + i * K + t + x];
    right[y][x] = B[d * K * N + (t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) s += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[d * M * N + i * N + j] = s;
}
