// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float tile[64];
  const int n = get_group_id(0) * 8 + get_local_id(0), m = get_global_id(1);
  const int place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  float sum = 0;
  for (int i = 0; i < K; i += 8) {
    tile[place] = B[n + (i + get_local_id(1)) * N];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 8; ++j) sum += A[m * K + i + j] * tile[j * get_local_size(0) + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[m * N + n] = sum;
}
