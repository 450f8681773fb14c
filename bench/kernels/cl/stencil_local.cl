// SPDX-License-Identifier: Apache-2.0
// The heat flow of stencil_5, but with several steps in a tile with a rim in local memory: one barrier per
// step.
#define TILE 16
#define STEPS 4

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void stencil(uint size, global const float *in, global float *out) {
  local float heat[2][TILE][TILE];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint here = get_global_id(1) * size + get_global_id(0);
  const bool inner = x != 0 && y != 0 && x != TILE - 1 && y != TILE - 1;
  heat[0][y][x] = heat[1][y][x] = in[here];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint from = 0;
  for (uint step = 0; step < STEPS; ++step) {
    if (inner) {
      const float around = heat[from][y][x - 1] + heat[from][y][x + 1] + heat[from][y - 1][x] + heat[from][y + 1][x];
      heat[1 - from][y][x] = heat[from][y][x] + 0.1f * (around - 4 * heat[from][y][x]);
    }
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[here] = heat[from][y][x];
}
