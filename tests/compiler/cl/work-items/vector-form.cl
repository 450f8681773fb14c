// SPDX-License-Identifier: Apache-2.0
// The form for QPUs: all rows have 16 lanes, and no work-item runs on its own.
// RUN: env QUADCL_VECTORISE=whole kernel-run %s --kernel steps --global 21 --local 21 o=24*7 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: env QUADCL_VECTORISE=whole kernel-run %s --kernel turned --global 18 --local 9 o=20*7 a=1..18 2>&1 | FileCheck %s --check-prefix=TURNED
// RUN: kernel-opt %s --vector-form --features=+avx2 --passes=clean-up,work-group,native -S 2>&1 | FileCheck %s --check-prefix=FORM

// STEPS: {{.*}} has 16 lanes
// STEPS: o = 0,1,7,2,5,8,16,3,19,6,14,9,9,17,17,4,12,20,20,7,7,7,7,7
kernel void steps(global int* o) {
  int n = get_global_id(0) + 1, steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  o[get_global_id(0)] = steps;
}

// TURNED: o = 9,8,7,6,5,4,3,2,1,18,17,16,15,14,13,12,11,10,7,7
kernel void turned(global int* o, global const int* a) {
  local int kept[9];
  const int i = get_local_id(0);
  kept[i] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = kept[8 - i];
}

// FORM: define void @twice{{.*}}
// FORM-NOT: {{.*}} load float{{.*}}
// FORM: {{.*}} call <16 x float> @llvm.masked.load.v16f32{{.*}}
// FORM-NOT: {{.*}} load float{{.*}}
// FORM: {{.*}} call void @llvm.masked.store.v16f32{{.*}}
// FORM-NOT: {{.*}} load float{{.*}}
// FORM: {{.*}}ret void
kernel void twice(global float* a) { a[get_local_id(0)] *= 2; }
