// SPDX-License-Identifier: Apache-2.0
// args: int H, in A 64*H, out B 64*140
// run cpu: H=9; global 8
kernel void transpose(int H, global const float* in, global float* out) {
  int x = get_global_id(0);
  int place[2];
  for (int r = 0; r < 2; ++r) place[r] = 70 * r;
  for (int y = 0; y < H; ++y)
    for (int r = 0; r < 2; ++r) {
      out[x * 140 + place[r] + y] = in[y * 64 + 2 * x + r];
      place[r] = 70 - place[r];
    }
}
