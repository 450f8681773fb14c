// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 48 24
// local: 16 8
// arg: in int 1400
// arg: out int 1152
// arg: value int 48
// arg: value int 24
// A tile in one dimension, with a rim that has corners. The rim comes first.
#define W 16
#define H 8
__attribute__((reqd_work_group_size(W, H, 1)))
kernel void k(global const int* in, global int* out, int w, int h) {
  local int t[(H + 2) * (W + 2)];
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int left = max(x - 1, 0), right = min(x + 1, w - 1), up = max(y - 1, 0), down = min(y + 1, h - 1);
  int at = (ly + 1) * (W + 2) + lx + 1;
  t[at] = in[y * w + x];
  if (lx == 0) t[at - 1] = in[y * w + left];
  if (lx == W - 1) t[at + 1] = in[y * w + right];
  if (ly == 0) {
    t[at - W - 2] = in[up * w + x];
    if (lx == 0) t[at - W - 3] = in[up * w + left];
    if (lx == W - 1) t[at - W - 1] = in[up * w + right];
  }
  if (ly == H - 1) {
    t[at + W + 2] = in[down * w + x];
    if (lx == 0) t[at + W + 1] = in[down * w + left];
    if (lx == W - 1) t[at + W + 3] = in[down * w + right];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int r = -1; r < 2; ++r)
    for (int c = -1; c < 2; ++c) sum = sum * 3 + t[at + r * (W + 2) + c];
  out[y * w + x] = sum;
}
