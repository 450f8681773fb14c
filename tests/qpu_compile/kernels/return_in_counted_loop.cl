// SPDX-License-Identifier: Apache-2.0
// Whether the loop goes on and whether the work-item ended are two conditions that share a comparison.
// global: 200
// arg: in int 201
// arg: in int 200
// arg: out int 200
// arg: value int 5
kernel void k(global const int* x, global const int* z, global int* out, int n) {
  const int i = get_global_id(0), count = x[i] & 7, b = x[i + 1];
  for (int j = 0; j < count; ++j)
    if (b <= n) return;
  for (uint j = 0; j < (b & 3); ++j)
    if (z[i] == j + n) return;
  for (int j = 0; j != (z[i] & 7); ++j)
    if (count == n - j) return;
  out[i] = count;
}
