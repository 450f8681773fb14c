// SPDX-License-Identifier: Apache-2.0
// launch: --global 2048 --arg random:2048,seed=1,from=0,to=999 --arg random:2048,seed=2,from=0,to=999 --arg zero:2048
// The same in floats, which are exact up to 2^24.
kernel void nearest(global const int *x, global const int *y, global int *out) {
  int i = get_global_id(0);
  float least = INFINITY;
  for (int k = 0; k < 32; k++) {
    float dx = x[k] - x[i], dy = y[k] - y[i];
    least = fmin(least, dx * dx + dy * dy);
  }
  out[i] = least;
}
