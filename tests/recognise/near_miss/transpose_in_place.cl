// SPDX-License-Identifier: Apache-2.0
// args: out A W*W, int W
// reason: it is not known that it transposes into another place of the buffer that it reads (line 7: `if (x < y) { float t = data[x * n + y]; data[x * n + y] = da
// run cpu: W=16; global W, W
kernel void transpose(global float* data, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < y) { float t = data[x * n + y]; data[x * n + y] = data[y * n + x]; data[y * n + x] = t; }
}
