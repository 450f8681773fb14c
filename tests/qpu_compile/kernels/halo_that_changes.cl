// SPDX-License-Identifier: Apache-2.0
// global: 128
// local: 32
// arg: in int 400
// arg: out int 128
// arg: value int 5
// Of several stores to one element, the last one counts; some elements are those of an iteration before.
kernel void k(global const int* in, global int* out, int n) {
  local int t[34], u[34], v[33];
  int l = get_local_id(0), g = get_global_id(0), sum = 0;
  t[l + 1] = in[g];
  if (l == 0) t[0] = -1;
  if (l == 5) t[6] = in[g + 7] + 1;
  if (l > 29) t[l + 2] = in[g + 9];
  v[l + 1] = in[g + 2];
  if (l == 0) v[0] = 4;
  for (int i = 0; i < n; ++i) {
    u[l + 1] = in[g + i];
    if (l == 0) u[0] = i;
    if (l == i) u[33] = in[g + 2 * i];
    if (l == i) v[l] = in[g + 20];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 5 + u[l] + (i > 0 ? u[l + 2 & 31] : 0) + v[l + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum * 3 + t[l] + 7 * t[l + 1] + (l < 31 ? t[l + 2] : 0);
}
