// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not known that accesses to a tile with no barrier between them go to different elements (line 16: `right[y][x] = B[(t + y) * N + col];
// run cpu: M=40 N=40 K=64; global N, M; local 20, 20
// With 20 work-items in a row, columns 16 to 19 of the tiles are those of the next row.
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float left[20][16], right[17][16];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  if (y == 0 && x < 16) right[16][x] = 0;
  for (int t = 0; t < K; t += 16) {
    if (x < 8) {
      left[y][x] = A[row * K + t + x];
      left[y][x + 8] = A[row * K + t + x + 8];
      if (y < 16) {
        right[y][x] = B[(t + y) * N + col];
        right[y][x + 8] = B[(t + y) * N + col + 8];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
