// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not certain that the element of a tile was written before it is read (line 17: `for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x]
// run stale: M=32 N=48 K=64; global N, M; local 16, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[16][16], right[16][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  const int first_row = get_group_id(1) * 16, first_col = get_group_id(0) * 16;
  float sum = 0;
  for (int t = 0; t < K; t += 16) {
    event_t copied = 0;
    for (int i = 0; i < 16; ++i) {
      copied = async_work_group_copy(left[i], A + (first_row + i) * K + t, 15, copied);
      copied = async_work_group_copy(right[i], B + (t + i) * N + first_col, 16, copied);
    }
    wait_group_events(1, &copied);
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
