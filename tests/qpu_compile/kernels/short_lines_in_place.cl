// SPDX-License-Identifier: Apache-2.0
// What lies there is loaded, so lines that are left over must not run with others again.
// short lines: 4
// global: 48 11
// arg: out uint 800
// arg: in uint 64
// arg: value uint 60
kernel void k(global uint* a, global const uint* b, uint pitch) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const uint before = a[y * pitch + x];
  a[y * pitch + x] = (before ^ b[x]) + before / 3;
}
