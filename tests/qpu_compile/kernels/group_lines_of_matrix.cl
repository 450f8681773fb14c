// SPDX-License-Identifier: Apache-2.0
// Lines of a matrix of which only the launch knows the width: the address of each is that of the line before
// and a distance. No products lie between the requests.
// assembly: t[01]s([^m]|m[^u])*t[01]s([^m]|m[^u])*t[01]s([^m]|m[^u])*t[01]s([^m]|m[^u])*t[01]s
// global: 48 24
// local: 16 8
// arg: in int 1200
// arg: in int 1300
// arg: out int 1200
// arg: out int 1400
// arg: value uint 48
// arg: value uint 53
kernel __attribute__((reqd_work_group_size(16, 8, 1))) void k(global const int* x, global const int* y,
                                                              global int* z, global int* far, uint width,
                                                              uint pitch) {
  local int t[8][16];
  const uint l = get_local_id(0), m = get_local_id(1), i = get_global_id(0), j = get_global_id(1);
  t[m][l] = x[j * width + i] + 3 * y[j * pitch + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int sum = t[m][(l + 1) % 16] + t[(m + 1) % 8][l];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[m][l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  z[j * width + i] = t[m][(l + 15) % 16] - t[(m + 7) % 8][l];
  far[j * pitch + i + 7] = t[m][l] + l;
}
