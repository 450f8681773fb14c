// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=64; global N, M; local 16, 16
// A flat id tells which work-items fill which tile, and where.
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[128], right[128];
  const int x = get_local_id(0), y = get_local_id(1), id = y * 16 + x;
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < K; t += 8) {
    if (id < 128) {
      left[id] = A[(get_group_id(1) * 16 + id / 8) * K + t + id % 8];
    } else {
      const int other = id - 128;
      right[other] = B[(t + other / 16) * N + get_group_id(0) * 16 + other % 16];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += left[y * 8 + k] * right[k * 16 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
