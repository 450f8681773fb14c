// SPDX-License-Identifier: Apache-2.0
// Vectors are fused for ARMv7 with VFPv4, where LLVM fuses numbers only, and not for 64-bit ARM, where it fuses both.
// RUN: kernel-opt %s --cpu=cortex-a7 --passes=clean-up,work-group,native -S | FileCheck %s
// RUN: kernel-opt %s --cpu=cortex-a53 --passes=clean-up,work-group,native -S | FileCheck %s --check-prefix=LEFT

// CHECK: call {{.*}}<4 x float> @llvm.fma.v4f32(
// LEFT: call {{.*}}<4 x float> @llvm.fmuladd.v4f32(
kernel void k(global float4 *x, float a) {
  const size_t i = get_global_id(0);
  x[i] = x[i] * a + 1.0f;
}
