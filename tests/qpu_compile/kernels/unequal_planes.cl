// SPDX-License-Identifier: Apache-2.0
// Words of which only some lie at equal distances, or too near or too far for one transfer of several rows, and planes
// that only some work-items store.
// global: 300 3
// arg: in float 1000
// arg: out float 9000
// arg: out int 70000
kernel void k(global const float *in, global float *out, global int *far) {
  const uint x = get_global_id(0), y = get_global_id(1), i = 3000 * y + x;
  out[i] = in[x];
  out[i + 320] = in[x + 1];
  out[i + 640] = in[x + 2];
  out[i + 1300] = in[x + y];
  far[2 * x + 600 * y] = x;
  far[2 * x + 600 * y + 30000] = y;
  far[2 * x + 600 * y + 60000] = x + y;
  if (in[x] > 0) {
    out[i + 1700] = y;
    out[i + 2040] = x;
    out[i + 2380] = x - y;
  }
}
