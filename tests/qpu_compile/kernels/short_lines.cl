// SPDX-License-Identifier: Apache-2.0
// Three rows of each of eight lines, two and then one together, which one transfer stores; five lines are
// left, and a part of a row of each line.
// short lines: 8
// global: 53 21
// offset: 3 2
// arg: in uint 1500
// arg: out uint 1500
// arg: value uint 59
kernel void k(global const uint* a, global uint* b, uint pitch) {
  const uint place = get_global_id(1) * pitch + get_global_id(0);
  b[place] = a[place] * 2 + 1;
}
