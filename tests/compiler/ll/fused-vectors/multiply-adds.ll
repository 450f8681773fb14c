; SPDX-License-Identifier: Apache-2.0
; Multiply-adds of vectors of floats have one rounding; numbers, and vectors of other types, are left to LLVM.
; RUN: kernel-opt %s --passes=fused-vectors -S | FileCheck %s

; CHECK-LABEL: define <4 x float> @f
; CHECK: call nnan <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
; CHECK: call float @llvm.fmuladd.f32
; CHECK: call <2 x double> @llvm.fmuladd.v2f64
define <4 x float> @f(<4 x float> %a, <4 x float> %b, <4 x float> %c, float %x, <2 x double> %d, ptr %p) {
  %r = call nnan <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  %s = call float @llvm.fmuladd.f32(float %x, float %x, float %x)
  store float %s, ptr %p
  %t = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %d, <2 x double> %d, <2 x double> %d)
  store <2 x double> %t, ptr %p
  ret <4 x float> %r
}

declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.fmuladd.f32(float, float, float)
declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)
