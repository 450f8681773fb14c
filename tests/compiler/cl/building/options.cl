// SPDX-License-Identifier: Apache-2.0
// Every build option of the specification is accepted, and so are clang's warnings; none changes the results of exact arithmetic.
// RUN: kernel-run %s --options=-cl-opt-disable --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-fast-relaxed-math -cl-finite-math-only" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-denorms-are-zero -g" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-single-precision-constant -cl-no-signed-zeros" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-unsafe-math-optimizations -cl-mad-enable" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-fp32-correctly-rounded-divide-sqrt -cl-strict-aliasing" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-uniform-work-group-size -cl-std=CL3.0" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-cl-std=CL2.0 -cl-kernel-arg-info" --global 3 x=1,2,3 | FileCheck %s
// RUN: kernel-run %s --options="-Wno-incompatible-pointer-types -Werror=unused-value" --global 3 x=1,2,3 | FileCheck %s

// CHECK: x = 1.5,2.5,3.5
kernel void k(global float* x) { x[get_global_id(0)] += 0.5f; }
