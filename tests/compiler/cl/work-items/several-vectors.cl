// SPDX-License-Identifier: Apache-2.0
// Several vectors of each value, where an iteration waits for the one before: four in a loop with a block that hardly ever
// runs, such as the reduction of a large argument, and two in short loops that are nested.
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise --features=+avx512f,+avx512dq,+avx512vl,+avx512bw,+avx512cd,+fma --tuned-for=znver4 2>&1 | FileCheck %s

// CHECK-DAG: remark: waves.group: the row at {{.*}} has 64 lanes
// CHECK-DAG: remark: powers.group: the row at {{.*}} has 16 lanes
kernel void waves(global const float* a, global float* o, int n) {
  int i = get_global_id(0);
  float v = a[i];
  for (int k = 0; k < n; k++) v = v * 0.99f + sin(v + k) * 0.01f;
  o[i] = v;
}
ulong product(ulong a, ulong b, ulong m) {
  ulong r = 0;
  for (; b; b >>= 1) {
    if (b & 1) {
      r += a;
      if (r >= m) r -= m;
    }
    a <<= 1;
    if (a >= m) a -= m;
  }
  return r;
}
kernel void powers(global const ulong* a, global ulong* o, ulong e, ulong m) {
  int i = get_global_id(0);
  ulong r = 1, x = a[i];
  for (; e; e >>= 1) {
    if (e & 1) r = product(r, x, m);
    x = product(x, x, m);
  }
  o[i] = r;
}
