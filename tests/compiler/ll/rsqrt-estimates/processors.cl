// SPDX-License-Identifier: Apache-2.0
// Lanes get estimates of inverse roots where the processor has them.
// RUN: kernel-opt %s --vectorise --passes=clean-up,work-group,native --features=+avx2,+fma,+avx512f,+avx512vl,+avx512dq,+avx512bw -S | FileCheck %s
// RUN: kernel-opt %s --vectorise --passes=clean-up,work-group,native --features=+avx2,+fma -S | FileCheck %s --check-prefix=EXACT

// CHECK-NOT: @llvm.sqrt.v16f32(
// CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
// EXACT-NOT: rsqrt14
// EXACT: call {{.*}}<8 x float> @llvm.sqrt.v8f32(
// EXACT-NOT: rsqrt14
kernel void k(global float* x) { x[get_global_id(0)] = rsqrt(x[get_global_id(0)]); }
