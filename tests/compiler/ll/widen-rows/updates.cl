// SPDX-License-Identifier: Apache-2.0
// Processors do not foresee which of many updates in memory are of the same place. Lanes update places of different
// work-items, so four updates have lanes; with one, they would not be faster.
// RUN: kernel-opt %s --vectorise --features=+avx512f,+avx512vl,+avx512bw,+avx512dq --tuned-for znver4 --passes=clean-up,work-group,native -S 2>&1 | FileCheck %s

// CHECK-DAG: four.group: the row at {{.*}} has 16 lanes
// CHECK-DAG: one.group: the row at {{.*}} stays scalar: no gain
#define COUNT(name, type, update)                                                                       \
  kernel void name(global const type* keys, global uint* counts, uint bits) {                           \
    const size_t i = get_global_id(0);                                                                  \
    uint own[16];                                                                                       \
    for (int j = 0; j < 16; ++j) own[j] = 0;                                                            \
    for (int j = 0; j < 128; ++j) {                                                                     \
      const type key = (keys[128 * i + j] >> bits) & 15;                                                \
      update                                                                                            \
    }                                                                                                   \
    for (int j = 0; j < 16; ++j) counts[get_global_size(0) * j + i] = own[j];                           \
  }

COUNT(one, uint, own[key]++;)
COUNT(four, uint4, own[key.x]++; own[key.y]++; own[key.z]++; own[key.w]++;)
