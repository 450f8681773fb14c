// SPDX-License-Identifier: Apache-2.0
// launch: --global 2048 --arg random:2048,seed=1,from=0,to=999 --arg random:2048,seed=2,from=0,to=999 --arg zero:2048
// The square of the distance to the nearest of the first 32 points, in products of 32 bits.
kernel void nearest(global const int *x, global const int *y, global int *out) {
  int i = get_global_id(0), least = INT_MAX;
  for (int k = 0; k < 32; k++) {
    int dx = x[k] - x[i], dy = y[k] - y[i];
    least = min(least, dx * dx + dy * dy);
  }
  out[i] = least;
}
