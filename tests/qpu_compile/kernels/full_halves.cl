// SPDX-License-Identifier: Apache-2.0
// profile: full
// global: 256
// arg: in ushort 256
// arg: out uint 256
kernel void k(global const half* a, global uint* c) {
  const int i = get_global_id(0);
  const float x = vload_half(i, a);
  c[i] = isnan(x) ? 1 : as_uint(x);
}
