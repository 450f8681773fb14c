// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=32 H=16; global W, H; local 8, 8
// run qpu: W=9 H=7; global 16, 8; local 8, 8
kernel void transpose(global const uchar4* in, global uchar4* out, int width, int height) {
  local uchar4 tile[8][9];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  if (x < width && y < height) tile[ly][lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int u = get_group_id(1) * 8 + lx, v = get_group_id(0) * 8 + ly;
  if (u < height && v < width) out[v * height + u] = tile[lx][ly];
}
