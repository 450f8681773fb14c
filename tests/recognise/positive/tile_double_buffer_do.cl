// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=32; global N/2, M/2; local 8, 8
// run qpu: M=16 N=16 K=40; global N/2, M/2; local 8, 8
#define EDGE 16
#define EACH 2
#define ITEMS (EDGE / EACH)
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a_tile[2][EDGE][ITEMS], b_tile[2][ITEMS][EDGE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * EDGE, top = get_group_id(1) * EDGE;
  float sums[EACH][EACH] = {{0, 0}, {0, 0}};
  for (int i = 0; i < EACH; ++i) {
    a_tile[0][y + i * ITEMS][x] = A[(top + y + i * ITEMS) * K + x];
    b_tile[0][y][x + i * ITEMS] = B[y * N + left + x + i * ITEMS];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int tiles = K / ITEMS;
  int tile = 0;
  do {
    const int next = tile + 1;
    if (next < tiles) {
      for (int i = 0; i < EACH; ++i) {
        a_tile[next & 1][y + i * ITEMS][x] = A[(top + y + i * ITEMS) * K + next * ITEMS + x];
        b_tile[next & 1][y][x + i * ITEMS] = B[(next * ITEMS + y) * N + left + x + i * ITEMS];
      }
    }
    for (int k = 0; k < ITEMS; ++k)
      for (int i = 0; i < EACH; ++i)
        for (int j = 0; j < EACH; ++j)
          sums[i][j] += a_tile[tile & 1][y + i * ITEMS][k] * b_tile[tile & 1][k][x + j * ITEMS];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile = next;
  } while (tile < tiles);
  for (int i = 0; i < EACH; ++i)
    for (int j = 0; j < EACH; ++j) C[(top + y + i * ITEMS) * N + left + x + j * ITEMS] = sums[i][j];
}
