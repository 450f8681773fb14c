// SPDX-License-Identifier: Apache-2.0
// Some work-items set a whole vector in an array of their own, at an index of their own. The others store beside the array: the
// place for that has room for vectors of which the elements of all lanes lie side by side.
// RUN: kernel-run %s --global 64 --local 64 o=64*9 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 64 --local 64 o=64*9 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 64 --local 64 o=64*9 | FileCheck %s
// RUN: kernel-opt %s --passes=clean-up,work-group,native --vectorise -S --features=+avx2,+fma --tuned-for=haswell | FileCheck %s --check-prefix=PLACE

// PLACE: %harmless = alloca [128 x i64], align 128
// CHECK: o = 48,49,50,51,52,85,54,87,56,121,58,123,60,157,62,159,64,193,66,195,68,229,70,231,72,265,74,267,76,301,78,303,80,337,82,339,84,373,86,375,88,409,90,411,92,445,94,447,96,481,98,483,100,517,102,519,104,553,106,555,108,589,110,591
kernel void k(global int* o) {
  const int i = get_global_id(0);
  int8 a[4];
  for (int j = 0; j < 4; ++j) a[j] = j;
  if (i & 1) a[i & 3] = i;
  const int8 sum = a[0] + a[1] + a[2] + a[3];
  const int4 half_sum = sum.lo + sum.hi;
  o[i] = half_sum.x + half_sum.y + half_sum.z + half_sum.w + i;
}
