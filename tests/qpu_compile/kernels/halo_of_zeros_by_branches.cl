// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 5 of 64; constants
// global: 48 24
// local: 8 8
// arg: in float 891
// arg: out float 1152
// arg: value int 33
// arg: value int 27
// The same, each side and corner by a branch: LLVM makes `(lx | ly) == 0` of two comparisons.
#define LOAD(fx, fy) ((fx) >= 0 && (fy) >= 0 && (fx) < w && (fy) < h ? in[(fy) * w + (fx)] : 0.0f)
kernel void k(global const float* in, global float* out, int w, int h) {
  local float tile[10][10];
  const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  tile[ly + 1][lx + 1] = LOAD(x, y);
  if (lx == 0) tile[ly + 1][0] = LOAD(x - 1, y);
  if (lx == 7) tile[ly + 1][9] = LOAD(x + 1, y);
  if (ly == 0) tile[0][lx + 1] = LOAD(x, y - 1);
  if (ly == 7) tile[9][lx + 1] = LOAD(x, y + 1);
  if (lx == 0 && ly == 0) tile[0][0] = LOAD(x - 1, y - 1);
  if (lx == 7 && ly == 0) tile[0][9] = LOAD(x + 1, y - 1);
  if (lx == 0 && ly == 7) tile[9][0] = LOAD(x - 1, y + 1);
  if (lx == 7 && ly == 7) tile[9][9] = LOAD(x + 1, y + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) sum += tile[ly + j][lx + i] * (j + 2 * i);
  out[y * 48 + x] = sum;
}
