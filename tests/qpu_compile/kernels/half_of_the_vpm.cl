// SPDX-License-Identifier: Apache-2.0
// 32 rows are one transfer. Of 71 rows, some then run again with those before; the last one has 5 work-items.
// assembly: best for 32 rows together
// global: 1125
// offset: 3
// arg: in uint 1200
// arg: in uint 1200
// arg: out uint 1200
kernel void k(global const uint* a, global const uint* b, global uint* c) {
  const uint i = get_global_id(0);
  c[i] = a[i] * 3 - b[i];
}
