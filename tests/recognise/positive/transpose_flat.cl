// SPDX-License-Identifier: Apache-2.0
// args: in A W*H, out B W*H, int W, int H
// run qpu: W=37 H=19 K=1; global W*H
kernel void t(global const float* in, global float* out, int w, int h) {
  int id = get_global_id(0);
  int x = id % w, y = id / w;
  out[x * h + y] = in[id];
}
