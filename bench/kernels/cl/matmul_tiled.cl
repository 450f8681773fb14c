// SPDX-License-Identifier: Apache-2.0
// c = a b, square; tiles of both factors pass through local memory.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(uint size, global const float *a, global const float *b, global float *c) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uint step = 0; step < size; step += TILE) {
    tile_a[y][x] = a[row * size + step + x];
    tile_b[y][x] = b[(step + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
}
