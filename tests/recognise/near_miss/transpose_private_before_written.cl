// SPDX-License-Identifier: Apache-2.0
// args: int H, int L, in A 64*H, out B 16*70
// run cpu: H=9 L=1; global 8
kernel void transpose(int H, int L, global const float* in, global float* out) {
  int x = get_global_id(0);
  float first[2];
  for (int y = 0; y < H; ++y)
    for (int r = 0; r < 2; ++r) {
      float value;
      if (y < L)
        value = in[y * 64 + 2 * x + r];
      else
        value = first[r];
      out[(2 * x + r) * 70 + y] = value;
      first[r] = in[2 * x + r];
    }
}
