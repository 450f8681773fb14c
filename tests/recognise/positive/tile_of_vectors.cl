// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=32 K=32; global N, M/4; local 16, 4
// run cpu: M=16 N=32 K=38; global N, M/4; local 16, 4
kernel void product(int N, int K, global const float4* A, global const float* B, global float* C) {
  local float4 left[16][4];
  local float right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), item = 16 * y + x;
  const int j = get_global_id(0), first = 16 * get_group_id(1);
  float sum[4] = {0, 0, 0, 0};
  for (int step = 0; step < K; step += 16) {
    left[item / 4][item % 4] = A[((first + item / 4) * K + step) / 4 + item % 4];
    for (int r = 0; r < 4; ++r) right[4 * y + r][x] = B[(step + 4 * y + r) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 4; ++r)
      for (int q = 0; q < 4; ++q) {
        const float4 a = left[4 * y + r][q];
        sum[r] += a.x * right[4 * q][x] + a.y * right[4 * q + 1][x] + a.z * right[4 * q + 2][x] + a.w * right[4 * q + 3][x];
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 4; ++r) C[(first + 4 * y + r) * N + j] = sum[r];
}
