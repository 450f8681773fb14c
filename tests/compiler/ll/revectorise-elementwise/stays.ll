; SPDX-License-Identifier: Apache-2.0
; What is not alike, is needed element by element, or is short or wide, stays.
; RUN: kernel-opt %s --passes=revectorise-elementwise -S | FileCheck %s

; One element is subtracted.
; CHECK-LABEL: define <8 x float> @another_operation
; CHECK-NOT:   fadd <8
; CHECK:       ret <8 x float>
define <8 x float> @another_operation(<8 x float> %x) {
  %e0 = extractelement <8 x float> %x, i64 0
  %e1 = extractelement <8 x float> %x, i64 1
  %e2 = extractelement <8 x float> %x, i64 2
  %e3 = extractelement <8 x float> %x, i64 3
  %e4 = extractelement <8 x float> %x, i64 4
  %e5 = extractelement <8 x float> %x, i64 5
  %e6 = extractelement <8 x float> %x, i64 6
  %e7 = extractelement <8 x float> %x, i64 7
  %r0 = fadd float %e0, 1.0
  %r1 = fadd float %e1, 1.0
  %r2 = fadd float %e2, 1.0
  %r3 = fsub float %e3, 1.0
  %r4 = fadd float %e4, 1.0
  %r5 = fadd float %e5, 1.0
  %r6 = fadd float %e6, 1.0
  %r7 = fadd float %e7, 1.0
  %v0 = insertelement <8 x float> poison, float %r0, i64 0
  %v1 = insertelement <8 x float> %v0, float %r1, i64 1
  %v2 = insertelement <8 x float> %v1, float %r2, i64 2
  %v3 = insertelement <8 x float> %v2, float %r3, i64 3
  %v4 = insertelement <8 x float> %v3, float %r4, i64 4
  %v5 = insertelement <8 x float> %v4, float %r5, i64 5
  %v6 = insertelement <8 x float> %v5, float %r6, i64 6
  %v7 = insertelement <8 x float> %v6, float %r7, i64 7
  ret <8 x float> %v7
}

; The elements change places, which needs a permutation.
; CHECK-LABEL: define <8 x float> @another_order
; CHECK-NOT:   fadd <8
; CHECK:       ret <8 x float>
define <8 x float> @another_order(<8 x float> %x) {
  %e0 = extractelement <8 x float> %x, i64 1
  %e1 = extractelement <8 x float> %x, i64 0
  %e2 = extractelement <8 x float> %x, i64 3
  %e3 = extractelement <8 x float> %x, i64 2
  %e4 = extractelement <8 x float> %x, i64 5
  %e5 = extractelement <8 x float> %x, i64 4
  %e6 = extractelement <8 x float> %x, i64 7
  %e7 = extractelement <8 x float> %x, i64 6
  %r0 = fadd float %e0, 1.0
  %r1 = fadd float %e1, 1.0
  %r2 = fadd float %e2, 1.0
  %r3 = fadd float %e3, 1.0
  %r4 = fadd float %e4, 1.0
  %r5 = fadd float %e5, 1.0
  %r6 = fadd float %e6, 1.0
  %r7 = fadd float %e7, 1.0
  %v0 = insertelement <8 x float> poison, float %r0, i64 0
  %v1 = insertelement <8 x float> %v0, float %r1, i64 1
  %v2 = insertelement <8 x float> %v1, float %r2, i64 2
  %v3 = insertelement <8 x float> %v2, float %r3, i64 3
  %v4 = insertelement <8 x float> %v3, float %r4, i64 4
  %v5 = insertelement <8 x float> %v4, float %r5, i64 5
  %v6 = insertelement <8 x float> %v5, float %r6, i64 6
  %v7 = insertelement <8 x float> %v6, float %r7, i64 7
  ret <8 x float> %v7
}

; One sum is stored, too.
; CHECK-LABEL: define <8 x float> @also_alone
; CHECK-NOT:   fadd <8
; CHECK:       ret <8 x float>
define <8 x float> @also_alone(<8 x float> %x, ptr %p) {
  %e0 = extractelement <8 x float> %x, i64 0
  %e1 = extractelement <8 x float> %x, i64 1
  %e2 = extractelement <8 x float> %x, i64 2
  %e3 = extractelement <8 x float> %x, i64 3
  %e4 = extractelement <8 x float> %x, i64 4
  %e5 = extractelement <8 x float> %x, i64 5
  %e6 = extractelement <8 x float> %x, i64 6
  %e7 = extractelement <8 x float> %x, i64 7
  %r0 = fadd float %e0, 1.0
  %r1 = fadd float %e1, 1.0
  %r2 = fadd float %e2, 1.0
  %r3 = fadd float %e3, 1.0
  %r4 = fadd float %e4, 1.0
  %r5 = fadd float %e5, 1.0
  %r6 = fadd float %e6, 1.0
  %r7 = fadd float %e7, 1.0
  %v0 = insertelement <8 x float> poison, float %r0, i64 0
  %v1 = insertelement <8 x float> %v0, float %r1, i64 1
  %v2 = insertelement <8 x float> %v1, float %r2, i64 2
  %v3 = insertelement <8 x float> %v2, float %r3, i64 3
  %v4 = insertelement <8 x float> %v3, float %r4, i64 4
  %v5 = insertelement <8 x float> %v4, float %r5, i64 5
  %v6 = insertelement <8 x float> %v5, float %r6, i64 6
  %v7 = insertelement <8 x float> %v6, float %r7, i64 7
  store float %r4, ptr %p
  ret <8 x float> %v7
}

; Lanes divide four elements at little cost.
; CHECK-LABEL: define <4 x float> @four
; CHECK-NOT:   fadd <4
; CHECK:       ret <4 x float>
define <4 x float> @four(<4 x float> %x) {
  %e0 = extractelement <4 x float> %x, i64 0
  %e1 = extractelement <4 x float> %x, i64 1
  %e2 = extractelement <4 x float> %x, i64 2
  %e3 = extractelement <4 x float> %x, i64 3
  %r0 = fadd float %e0, 1.0
  %r1 = fadd float %e1, 1.0
  %r2 = fadd float %e2, 1.0
  %r3 = fadd float %e3, 1.0
  %v0 = insertelement <4 x float> poison, float %r0, i64 0
  %v1 = insertelement <4 x float> %v0, float %r1, i64 1
  %v2 = insertelement <4 x float> %v1, float %r2, i64 2
  %v3 = insertelement <4 x float> %v2, float %r3, i64 3
  ret <4 x float> %v3
}

; Processors divide no vectors of integers.
; CHECK-LABEL: define <8 x i32> @quotients
; CHECK-NOT:   udiv <8
; CHECK:       ret <8 x i32>
define <8 x i32> @quotients(<8 x i32> %x) {
  %e0 = extractelement <8 x i32> %x, i64 0
  %e1 = extractelement <8 x i32> %x, i64 1
  %e2 = extractelement <8 x i32> %x, i64 2
  %e3 = extractelement <8 x i32> %x, i64 3
  %e4 = extractelement <8 x i32> %x, i64 4
  %e5 = extractelement <8 x i32> %x, i64 5
  %e6 = extractelement <8 x i32> %x, i64 6
  %e7 = extractelement <8 x i32> %x, i64 7
  %r0 = udiv i32 %e0, 3
  %r1 = udiv i32 %e1, 3
  %r2 = udiv i32 %e2, 3
  %r3 = udiv i32 %e3, 3
  %r4 = udiv i32 %e4, 3
  %r5 = udiv i32 %e5, 3
  %r6 = udiv i32 %e6, 3
  %r7 = udiv i32 %e7, 3
  %v0 = insertelement <8 x i32> poison, i32 %r0, i64 0
  %v1 = insertelement <8 x i32> %v0, i32 %r1, i64 1
  %v2 = insertelement <8 x i32> %v1, i32 %r2, i64 2
  %v3 = insertelement <8 x i32> %v2, i32 %r3, i64 3
  %v4 = insertelement <8 x i32> %v3, i32 %r4, i64 4
  %v5 = insertelement <8 x i32> %v4, i32 %r5, i64 5
  %v6 = insertelement <8 x i32> %v5, i32 %r6, i64 6
  %v7 = insertelement <8 x i32> %v6, i32 %r7, i64 7
  ret <8 x i32> %v7
}

; Nor do they multiply integers of 128 bits.
; CHECK-LABEL: define <8 x i64> @high_halves
; CHECK-NOT:   mul <8
; CHECK:       ret <8 x i64>
define <8 x i64> @high_halves(<8 x i64> %x) {
  %e0 = extractelement <8 x i64> %x, i64 0
  %e1 = extractelement <8 x i64> %x, i64 1
  %e2 = extractelement <8 x i64> %x, i64 2
  %e3 = extractelement <8 x i64> %x, i64 3
  %e4 = extractelement <8 x i64> %x, i64 4
  %e5 = extractelement <8 x i64> %x, i64 5
  %e6 = extractelement <8 x i64> %x, i64 6
  %e7 = extractelement <8 x i64> %x, i64 7
  %wide0 = zext i64 %e0 to i128
  %square0 = mul i128 %wide0, %wide0
  %high0 = lshr i128 %square0, 64
  %r0 = trunc i128 %high0 to i64
  %wide1 = zext i64 %e1 to i128
  %square1 = mul i128 %wide1, %wide1
  %high1 = lshr i128 %square1, 64
  %r1 = trunc i128 %high1 to i64
  %wide2 = zext i64 %e2 to i128
  %square2 = mul i128 %wide2, %wide2
  %high2 = lshr i128 %square2, 64
  %r2 = trunc i128 %high2 to i64
  %wide3 = zext i64 %e3 to i128
  %square3 = mul i128 %wide3, %wide3
  %high3 = lshr i128 %square3, 64
  %r3 = trunc i128 %high3 to i64
  %wide4 = zext i64 %e4 to i128
  %square4 = mul i128 %wide4, %wide4
  %high4 = lshr i128 %square4, 64
  %r4 = trunc i128 %high4 to i64
  %wide5 = zext i64 %e5 to i128
  %square5 = mul i128 %wide5, %wide5
  %high5 = lshr i128 %square5, 64
  %r5 = trunc i128 %high5 to i64
  %wide6 = zext i64 %e6 to i128
  %square6 = mul i128 %wide6, %wide6
  %high6 = lshr i128 %square6, 64
  %r6 = trunc i128 %high6 to i64
  %wide7 = zext i64 %e7 to i128
  %square7 = mul i128 %wide7, %wide7
  %high7 = lshr i128 %square7, 64
  %r7 = trunc i128 %high7 to i64
  %v0 = insertelement <8 x i64> poison, i64 %r0, i64 0
  %v1 = insertelement <8 x i64> %v0, i64 %r1, i64 1
  %v2 = insertelement <8 x i64> %v1, i64 %r2, i64 2
  %v3 = insertelement <8 x i64> %v2, i64 %r3, i64 3
  %v4 = insertelement <8 x i64> %v3, i64 %r4, i64 4
  %v5 = insertelement <8 x i64> %v4, i64 %r5, i64 5
  %v6 = insertelement <8 x i64> %v5, i64 %r6, i64 6
  %v7 = insertelement <8 x i64> %v6, i64 %r7, i64 7
  ret <8 x i64> %v7
}

; The exponents differ.
; CHECK-LABEL: define <8 x float> @other_powers
; CHECK-NOT:   powi.v8f32
; CHECK:       ret <8 x float>
define <8 x float> @other_powers(<8 x float> %x, i32 %n, i32 %m) {
  %e0 = extractelement <8 x float> %x, i64 0
  %e1 = extractelement <8 x float> %x, i64 1
  %e2 = extractelement <8 x float> %x, i64 2
  %e3 = extractelement <8 x float> %x, i64 3
  %e4 = extractelement <8 x float> %x, i64 4
  %e5 = extractelement <8 x float> %x, i64 5
  %e6 = extractelement <8 x float> %x, i64 6
  %e7 = extractelement <8 x float> %x, i64 7
  %r0 = call float @llvm.powi.f32.i32(float %e0, i32 %n)
  %r1 = call float @llvm.powi.f32.i32(float %e1, i32 %n)
  %r2 = call float @llvm.powi.f32.i32(float %e2, i32 %n)
  %r3 = call float @llvm.powi.f32.i32(float %e3, i32 %n)
  %r4 = call float @llvm.powi.f32.i32(float %e4, i32 %n)
  %r5 = call float @llvm.powi.f32.i32(float %e5, i32 %n)
  %r6 = call float @llvm.powi.f32.i32(float %e6, i32 %n)
  %r7 = call float @llvm.powi.f32.i32(float %e7, i32 %m)
  %v0 = insertelement <8 x float> poison, float %r0, i64 0
  %v1 = insertelement <8 x float> %v0, float %r1, i64 1
  %v2 = insertelement <8 x float> %v1, float %r2, i64 2
  %v3 = insertelement <8 x float> %v2, float %r3, i64 3
  %v4 = insertelement <8 x float> %v3, float %r4, i64 4
  %v5 = insertelement <8 x float> %v4, float %r5, i64 5
  %v6 = insertelement <8 x float> %v5, float %r6, i64 6
  %v7 = insertelement <8 x float> %v6, float %r7, i64 7
  ret <8 x float> %v7
}

declare float @llvm.powi.f32.i32(float, i32)
