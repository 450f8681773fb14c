// SPDX-License-Identifier: Apache-2.0
// A square matrix, tile by tile through local memory; the odd pitch keeps columns in different banks on a GPU.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(uint size, global const float *in, global float *out) {
  local float tile[TILE][TILE + 1];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint left = TILE * get_group_id(0), top = TILE * get_group_id(1);
  tile[y][x] = in[(top + y) * size + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * size + top + x] = tile[x][y];
}
