// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, vector W H
// run qpu: W=32 H=16; global 32, 16
// run qpu: W=9 H=7; global 16, 8
kernel void transpose(global const float* in, global float* out, int2 size) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  if (p.x < size.x && p.y < size.y) out[p.x * size.y + p.y] = in[p.y * size.x + p.x];
}
