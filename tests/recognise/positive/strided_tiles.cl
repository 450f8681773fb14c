// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=24; global 16, 8; local 8, 8
// run qpu: M=32 N=48 K=24; global 8, 8; local 8, 8
// run qpu: M=32 N=48 K=24; global 96, 64; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[8][8], right[8][8];
  const int x = get_local_id(0), y = get_local_id(1);
  for (int down = get_group_id(1); down < M / 8; down += get_num_groups(1))
    for (int across = get_group_id(0); across < N / 8; across += get_num_groups(0)) {
      float s = 0;
      for (int t = 0; t < K; t += 8) {
        left[y][x] = A[(down * 8 + y) * K + t + x];
        right[y][x] = B[(t + y) * N + across * 8 + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; ++k) s += left[y][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      C[(down * 8 + y) * N + across * 8 + x] = s;
    }
}
