// SPDX-License-Identifier: Apache-2.0
// One step of heat flow in a cube; launched for the inner points, by means of a global offset.
kernel void stencil(uint size, global const float *in, global float *out) {
  const uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const uint row = size, plane = size * size;
  const uint here = z * plane + y * row + x;
  const float around = in[here - 1] + in[here + 1] + in[here - row] + in[here + row] + in[here - plane] + in[here + plane];
  out[here] = in[here] + 0.1f * (around - 6 * in[here]);
}
