// SPDX-License-Identifier: Apache-2.0
// args: out B 1*W*H, in A 1*(W*H+2), int 2, int W, int H
// run qpu: W=37 H=19 K=1; global 48, 32; local 8, 8
// run qpu: W=64 H=32 K=1; global W, H; local 8, 8
#define T 8
kernel void t(global float* out, global const float* in, int offset, int width, int height) {
  local float block[T * (T)];
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) block[get_local_id(1) * (T) + get_local_id(0)] = in[y * width + x + offset];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * T + get_local_id(0);
  y = get_group_id(0) * T + get_local_id(1);
  if (x < height && y < width) out[y * height + x] = block[get_local_id(0) * (T) + get_local_id(1)];
}
