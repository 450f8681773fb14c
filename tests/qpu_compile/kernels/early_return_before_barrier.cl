// SPDX-License-Identifier: Apache-2.0
// global: 100
// local: 25
// arg: in int 100
// arg: out int 100
// arg: value int 60
// Work-items that end before a barrier are undefined in OpenCL C, but work elsewhere, too.
kernel void k(global const int* x, global int* y, int n) {
  local int a[25];
  int l = get_local_id(0), i = get_global_id(0);
  a[l] = 1;
  if (i >= n) return;
  a[l] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int j = 0; j < 5; ++j) sum += a[(l + j) % 10];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = sum;
}
