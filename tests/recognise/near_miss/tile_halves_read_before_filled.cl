// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not known that accesses to a tile with no barrier between them go to different elements (line 9: `for (int t
// run stale: M=16 N=24 K=32; global 24, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[2][8][8], b[2][8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int t = 0; t < K / 8; ++t) {
    for (int k = 0; k < 8; ++k) s += a[t & 1][y][k] * b[t & 1][k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[t & 1][y][x] = A[i * K + t * 8 + x];
    b[t & 1][y][x] = B[(t * 8 + y) * N + j];
  }
  C[i * N + j] = s;
}
