// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 64 32
// local: 16 16
// arg: in int 2100
// arg: out int 2048
// arg: value int 64
// arg: value int 32
// A square tile with a rim; work-items at its edges fill the rim, with zeros outside.
#define T 16
__attribute__((reqd_work_group_size(T, T, 1)))
kernel void k(global const int* in, global int* out, int w, int h) {
  local int t[T + 2][T + 2];
  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  t[ly + 1][lx + 1] = in[y * w + x];
  if (lx == 0) t[ly + 1][0] = x > 0 ? in[y * w + x - 1] : 0;
  if (lx == T - 1) t[ly + 1][T + 1] = x < w - 1 ? in[y * w + x + 1] : 0;
  if (ly == 0) t[0][lx + 1] = y > 0 ? in[(y - 1) * w + x] : 0;
  if (ly == T - 1) t[T + 1][lx + 1] = y < h - 1 ? in[(y + 1) * w + x] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * w + x] = t[ly + 1][lx + 1] + 3 * t[ly][lx + 1] + 5 * t[ly + 2][lx + 1] + 7 * t[ly + 1][lx] + 9 * t[ly + 1][lx + 2];
}
