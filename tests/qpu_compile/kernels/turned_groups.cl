// SPDX-License-Identifier: Apache-2.0
// Without the tile, work-items of a group take each other's places.
// global: 48 32
// local: 16 16
// arg: in int 1536
// arg: out int 1536
// arg: out int 3072
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void k(global const int *in, global int *out,
                                                               global int *ids) {
  local int tile[16][17];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = 16 * get_group_id(0), top = 16 * get_group_id(1);
  tile[y][x] = in[(top + y) * 48 + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * 32 + top + x] = tile[x][y] + 100 * x + (y < 3 ? 7 : get_group_id(0));
  ids[32 * (left + y) + top + x] = get_global_id(0) * 1000 + get_global_id(1);
}
