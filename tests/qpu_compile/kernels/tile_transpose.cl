// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 48 32
// local: 16 16
// arg: in float 1536
// arg: out float 1536
// Groups store side by side, with or without a tile.
kernel void k(global const float* in, global float* out) {
  local float tile[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * 48 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 16 + y) * 32 + get_group_id(1) * 16 + x] = tile[x][y];
}
