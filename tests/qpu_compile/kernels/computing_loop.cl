// SPDX-License-Identifier: Apache-2.0
// A loop that computes much with one request: of several orders of its operations, the shortest is taken.
// assembly: kernel k: ([23]..|40.|41[0-4]) instructions
// global: 90
// arg: in float 80
// arg: out float 90
// arg: value uint 20
// tolerance: 1e-4
kernel void k(global const float *spheres, global float *out, uint n) {
  const uint x = get_global_id(0);
  float least = 1000, which = -1;
  const float dx = x * 0.25f, dy = x * 0.5f, dz = 2 - x * 0.125f;
  for (uint i = 0; i < n; ++i) {
    const float cx = spheres[4 * i], cy = spheres[4 * i + 1], cz = spheres[4 * i + 2], r = spheres[4 * i + 3];
    const float along = cx * dx + cy * dy + cz * dz, square = cx * cx + cy * cy + cz * cz - r * r;
    const float inside = along * along - square, t = along - inside * r;
    if (inside > 0 && t > 0.5f && t < least) {
      least = t;
      which = i;
    }
  }
  out[x] = least + which;
}
