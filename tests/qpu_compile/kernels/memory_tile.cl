// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 96 64
// local: 32 32
// arg: in int 6144
// arg: out int 6144
// A tile of 66 rows of the VPM, and groups of 64, which keep values: neighbours, columns, and places turned around.
kernel __attribute__((reqd_work_group_size(32, 32, 1))) void k(global const int* x, global int* y) {
  local int tile[32][33];
  uint lx = get_local_id(0), ly = get_local_id(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  int sum = x[i] * 3;
  tile[ly][lx] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  sum ^= tile[lx][ly];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[lx][ly] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lx > 0 && lx < 31) sum += tile[ly][lx - 1] + tile[ly][lx + 1] + tile[31 - ly][31 - lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((sum & 3) == 0) tile[ly][lx] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = sum - tile[ly][lx] + tile[sum & 31][ly] + tile[7][9];
}
