; SPDX-License-Identifier: Apache-2.0
; Inverse roots that may be approximate become estimates: numbers, vectors of one register, of several, and of a part.
; RUN: kernel-opt %s --passes=rsqrt-estimates --features=+avx512f,+avx512vl -S | FileCheck %s

; CHECK-LABEL: define float @number(
; CHECK-NOT: @llvm.sqrt
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> {{.*}}, <4 x float> zeroinitializer, i8 -1)
; CHECK: extractelement <4 x float> {{.*}}, i64 0
define float @number(float %x) {
  %root = call afn float @llvm.sqrt.f32(float %x)
  %inverse = fdiv afn float 1.0, %root
  ret float %inverse
}

; CHECK-LABEL: define <32 x float> @two_registers(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-NOT: rsqrt14
; CHECK: ret <32 x float>
define <32 x float> @two_registers(<32 x float> %x) {
  %root = call afn <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %inverse = fdiv afn <32 x float> splat (float 1.0), %root
  ret <32 x float> %inverse
}

; CHECK-LABEL: define <3 x double> @part(
; CHECK: call <4 x double> @llvm.x86.avx512.rsqrt14.pd.256(
; CHECK: ret <3 x double>
define <3 x double> @part(<3 x double> %x) {
  %root = call afn <3 x double> @llvm.sqrt.v3f64(<3 x double> %x)
  %inverse = fdiv afn <3 x double> splat (double 1.0), %root
  ret <3 x double> %inverse
}

; Those of a program that may be rearranged are LLVM's, and the others are exact.
; CHECK-LABEL: define float @others(
; CHECK-NOT: rsqrt14
; CHECK: ret float
define float @others(float %x) {
  %exact = call float @llvm.sqrt.f32(float %x)
  %inverse = fdiv afn float 1.0, %exact
  %root = call afn float @llvm.sqrt.f32(float %inverse)
  %of_exact = fdiv float 1.0, %root
  %twice = fdiv afn float 2.0, %root
  %fast = fdiv fast float 1.0, %root
  %sum = fadd float %of_exact, %twice
  %all = fadd float %sum, %fast
  ret float %all
}
