// SPDX-License-Identifier: Apache-2.0
// One step of heat flow on a square plate; the edge keeps its values.
kernel void stencil(uint size, global const float *in, global float *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const uint here = y * size + x;
  if (x == 0 || y == 0 || x == size - 1 || y == size - 1) {
    out[here] = in[here];
    return;
  }
  const float around = in[here - 1] + in[here + 1] + in[here - size] + in[here + size];
  out[here] = in[here] + 0.1f * (around - 4 * in[here]);
}
