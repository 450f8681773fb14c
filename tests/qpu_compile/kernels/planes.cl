// SPDX-License-Identifier: Apache-2.0
// Words at equal distances, of rows side by side, are one transfer: 128 words of each plane, then a gap of 3584 bytes to
// the next, and the rows follow each other in the VPM (docs/videocore4.md, DMA stores).
// rows together: several
// assembly: 0xc0010e00
// global: 1000
// arg: in float 1000
// arg: out float 4096
kernel void k(global const float *in, global float *out) {
  const uint i = get_global_id(0);
  const float x = in[i];
  out[i] = x + 1;
  out[i + 3072] = -x;
  out[i + 1024] = x * 2;
  out[i + 2048] = x - 3;
}
