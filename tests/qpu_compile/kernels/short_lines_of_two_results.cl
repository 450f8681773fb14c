// SPDX-License-Identifier: Apache-2.0
// Two stores a work-item, each of four lines at once; the second one's lines lie far apart.
// short lines: 4
// global: 40 8
// arg: in uint 500
// arg: out uint 500
// arg: out uint 160000
// arg: value uint 20000
kernel void k(global const uint* a, global uint* b, global uint* c, uint far) {
  const uint x = get_global_id(0), y = get_global_id(1), word = a[y * 48 + x];
  b[y * 48 + x] = word + 1;
  c[y * far + x] = word ^ y;
}
