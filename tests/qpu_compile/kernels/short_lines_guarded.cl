// SPDX-License-Identifier: Apache-2.0
// Lines at the end are left by all work-items, others by those at the end.
// short lines: 4
// global: 64 24
// arg: in uint 1500
// arg: out uint 1500
// arg: value uint 57
// arg: value uint 19
kernel void k(global const uint* a, global uint* b, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) b[y * width + x] = a[y * width + x] + x;
}
