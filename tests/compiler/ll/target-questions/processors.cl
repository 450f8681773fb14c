// SPDX-License-Identifier: Apache-2.0
// The sine of a float is reduced by fused multiply-adds where the processor has them, else by doubles.
// RUN: kernel-opt %s --passes=clean-up --cpu cortex-a53 -S | FileCheck %s --check-prefix=FUSED
// RUN: kernel-opt %s --passes=clean-up --cpu cortex-a7 -S | FileCheck %s --check-prefix=FUSED
// RUN: kernel-opt %s --passes=clean-up --cpu arm1176jzf-s -S | FileCheck %s --check-prefix=DOUBLE

// FUSED-LABEL:   define dso_local void @k
// FUSED-NOT:     fpext
// FUSED-COUNT-4: call float @llvm.fma.f32
// FUSED-NOT:     quadcl_fuses
// DOUBLE-LABEL:  define dso_local void @k
// DOUBLE-NOT:    llvm.fma.f32
// DOUBLE:        fpext float
// DOUBLE:        fptrunc double
// DOUBLE-NOT:    quadcl_fuses
kernel void k(global float* x) { x[get_global_id(0)] = sin(x[get_global_id(0)]); }
