// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run cpu: W=32 H=16; global W, H; local 8, 8
kernel void transpose(global const float* in, global float* out, int width, int height) {
  local float tile[8][9];
  int l = get_local_id(0), m = get_local_id(1), g = get_group_id(0) * 8, h = get_group_id(1) * 8;
  tile[m][l] = in[(h + m) * width + g + l] + 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(g + m) * height + h + l] = tile[l][m];
}
