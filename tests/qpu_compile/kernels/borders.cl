// SPDX-License-Identifier: Apache-2.0
// Rows inside a range go one way together; both ways of a border meet before the store.
// global: 192 192
// arg: value uint 192
// arg: in float 36864
// arg: out float 36900
// tolerance: 1e-5
kernel void k(uint size, global const float *in, global float *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const uint here = y * size + x;
  if (x == 0 || y == 0 || x == size - 1 || y == size - 1) {
    out[here] = in[here];
    return;
  }
  const float around = in[here - 1] + in[here + 1] + in[here - size] + in[here + size];
  out[here] = in[here] + 0.1f * (around - 4 * in[here]);
}
