// SPDX-License-Identifier: Apache-2.0
// Sixteen lanes of a `float16` would read 1 KiB at each step, at places far apart; four read 256 bytes.
// RUN: kernel-opt %s --vectorise --features=+avx512f,+avx512vl,+avx512bw,+avx512dq --tuned-for znver4 --passes=clean-up,work-group,native -S 2>&1 | FileCheck %s

// CHECK: sums.group: the row at {{.*}} has 4 lanes
kernel void sums(global const float16* a, global float* b, uint step) {
  const uint i = get_global_id(0);
  float16 sum = 0;
  for (uint j = 0; j < 16; ++j) sum += a[i + j * step];
  const float8 part = sum.lo + sum.hi;
  b[i] = part.s0 + part.s1 + part.s2 + part.s3 + part.s4 + part.s5 + part.s6 + part.s7;
}
