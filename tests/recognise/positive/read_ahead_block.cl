// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=64 N=32 K=272; global N, M/16; local 16, 4
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float tile[4][16];
  const int x = get_local_id(0), y = get_local_id(1), j = get_group_id(0) * 16;
  const int i = get_group_id(1) * 64 + y * 16 + x;
  float c[16], a[4];
  for (int n = 0; n < 16; ++n) c[n] = 0;
  for (int k = 0; k < 4; ++k) a[k] = A[i + k * M];
  float b = B[y * N + j + x];
  int k = 4;
  do {
    float held[4];
    for (int p = 0; p < 4; ++p) held[p] = a[p];
    tile[y][x] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < 4; ++p) a[p] = A[i + (k + p) * M];
    b = B[(k + y) * N + j + x];
    for (int p = 0; p < 4; ++p)
      for (int n = 0; n < 16; ++n) c[n] += held[p] * tile[p][n];
    k += 4;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (k < K);
  tile[y][x] = b;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int p = 0; p < 4; ++p)
    for (int n = 0; n < 16; ++n) c[n] += a[p] * tile[p][n];
  for (int n = 0; n < 16; ++n) C[i * N + j + n] = c[n];
}
