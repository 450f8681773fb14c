// SPDX-License-Identifier: Apache-2.0
// Neighbours in three dimensions: more is loaded than of two rows of eight lines.
// short lines: 4
// global: 33 9 5
// offset: 1 1 1
// arg: in float 4000
// arg: out float 4000
// arg: value uint 37
// arg: value uint 450
// tolerance: 1e-6
kernel void k(global const float* a, global float* b, uint row, uint plane) {
  const uint here = get_global_id(2) * plane + get_global_id(1) * row + get_global_id(0);
  const float around = a[here - 1] + a[here + 1] + a[here - row] + a[here + row] + a[here - plane] + a[here + plane];
  b[here] = a[here] + 0.25f * around;
}
