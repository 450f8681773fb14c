// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 192
// local: 32
// arg: in int 900
// arg: in int 900
// arg: out int 600
// arg: value int 3
// Tiles whose elements are found by division, that a few work-items fill, of structs, and one for two buffers.
struct pair {
  int a;
  short b;
};
kernel void k(global const int* in, global const int* more, global int* out, int n) {
  local int square[4][9], few[5], all[64], again[32];
  local struct pair pairs[32];
  local int4 wide[32];
  int l = get_local_id(0), g = get_global_id(0), first = g - l, sum = 0;
  for (int r = 0; r < 4; ++r)
    if (l < 8) square[r][l] = in[first + 16 * r + l] + r;
  if (l == 0) few[0] = more[get_group_id(0)];
  if (l >= 1 && l < 5) few[l] = 7;
  pairs[l].a = more[g];
  pairs[l].b = (short)in[g + 1];
  wide[l] = vload4(g, in);
  again[l] = in[g];
  for (int i = l; i < 64; i += get_local_size(0)) all[i] = in[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; ++i) sum += square[i / 8][i % 8] * (i + 1);
  sum += few[0] + few[1 + (l & 3)] + pairs[31 - l].a + pairs[l ^ 1].b + wide[(l + n) & 31].y;
  for (int i = 0; i < 16; ++i) sum ^= all[l + i] + again[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  again[l] = more[g + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = sum + again[31 - l];
}
