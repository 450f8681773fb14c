// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*64, in B K*64, out C M*64
// run qpu: M=32 N=48 K=20; global 48, 32; local 8, 8
// run qpu: M=13 N=21 K=24; global 24, 16; local 8, 8
// Both halves are padded with zeros beyond k, rows and columns.
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[2][8][8], right[2][8][8];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  left[0][y][x] = row < M && x < K ? A[row * 64 + x] : 0;
  right[0][y][x] = col < N && y < K ? B[y * 64 + col] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < (K + 7) / 8; ++t) {
    const int now = t & 1;
    if (t + 1 < (K + 7) / 8) {
      left[1 - now][y][x] = row < M && (t + 1) * 8 + x < K ? A[row * 64 + (t + 1) * 8 + x] : 0;
      right[1 - now][y][x] = col < N && (t + 1) * 8 + y < K ? B[((t + 1) * 8 + y) * 64 + col] : 0;
    }
    for (int k = 0; k < 8; ++k) sum += left[now][y][k] * right[now][k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * 64 + col] = sum;
}
