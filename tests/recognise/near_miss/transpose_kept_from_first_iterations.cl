// SPDX-License-Identifier: Apache-2.0
// args: in A 8*H, out B 8*H, int H, int 1
// run cpu: H=8; global 1
kernel void transpose(global const float* in, global float* out, int height, int some) {
  float row[8];
  for (int y = 0; y < height; y++) {
    if (y < some)
      for (int x = 0; x < 8; x++) row[x] = in[y * 8 + x];
    for (int x = 0; x < 8; x++) out[x * height + y] = row[x];
  }
}
