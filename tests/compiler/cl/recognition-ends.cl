// SPDX-License-Identifier: Apache-2.0
// What recognition computes with grows with each iteration: it stops soon. Each of 16 iterations multiplies the sum of
// equal numbers by 1.5: 1.5^15 = 14348907 / 32768.
// RUN: kernel-run %s --kernel relaxed --global 256 --local 256 a=256*1 o=1*0 | FileCheck %s

// CHECK: o = 437.8939
kernel void relaxed(global const float* a, global float* o) {
  int l = get_local_id(0);
  local float t[256];
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int k = 0; k < 16; k++) {
    s += t[(l + k) & 255];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = s * 0.5f;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) o[0] = s;
}
