// SPDX-License-Identifier: Apache-2.0
// Neighbours store at equal distances that are only known at launch, some of them more than a transfer takes.
// global: 83 5
// arg: in float 415
// arg: out float 2000000
// arg: value uint 5
// arg: value uint 20000
kernel void k(global const float *in, global float *out, uint height, uint far) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const float number = in[y * 83 + x];
  out[x * height + y] = number;
  if (y > 2) out[1000 + x * far + y] = number + 1;
}
