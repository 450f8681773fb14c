; SPDX-License-Identifier: Apache-2.0
; What is done alike to each of eight elements becomes one instruction of vectors. Constants may differ, flags are
; those that all have, and what all elements share is repeated.
; RUN: kernel-opt %s --passes=revectorise-elementwise -S | FileCheck %s

; CHECK-LABEL: define <8 x float> @function
; CHECK-NEXT:  %[[FIRST:.*]] = insertelement <8 x float> poison, float %y, i64 0
; CHECK-NEXT:  %[[ALL:.*]] = shufflevector <8 x float> %[[FIRST]], <8 x float> poison, <8 x i32> zeroinitializer
; CHECK-NEXT:  %[[SUM:.*]] = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %x, <8 x float> %[[ALL]], <8 x float> <float 0.000000e+00, float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 5.000000e+00, float 6.000000e+00, float 7.000000e+00>)
; CHECK-NEXT:  %[[IS_LESS:.*]] = fcmp olt <8 x float> %[[SUM]], %x
; CHECK-NEXT:  %[[CHOSEN:.*]] = select <8 x i1> %[[IS_LESS]], <8 x float> %[[SUM]], <8 x float> %x
; CHECK-NEXT:  ret <8 x float> %[[CHOSEN]]
define <8 x float> @function(<8 x float> %x, float %y) {
  %e0 = extractelement <8 x float> %x, i64 0
  %e1 = extractelement <8 x float> %x, i64 1
  %e2 = extractelement <8 x float> %x, i64 2
  %e3 = extractelement <8 x float> %x, i64 3
  %e4 = extractelement <8 x float> %x, i64 4
  %e5 = extractelement <8 x float> %x, i64 5
  %e6 = extractelement <8 x float> %x, i64 6
  %e7 = extractelement <8 x float> %x, i64 7
  %sum0 = call float @llvm.fmuladd.f32(float %e0, float %y, float 0.0)
  %less0 = fcmp olt float %sum0, %e0
  %chosen0 = select i1 %less0, float %sum0, float %e0
  %sum1 = call float @llvm.fmuladd.f32(float %e1, float %y, float 1.0)
  %less1 = fcmp olt float %sum1, %e1
  %chosen1 = select i1 %less1, float %sum1, float %e1
  %sum2 = call float @llvm.fmuladd.f32(float %e2, float %y, float 2.0)
  %less2 = fcmp olt float %sum2, %e2
  %chosen2 = select i1 %less2, float %sum2, float %e2
  %sum3 = call float @llvm.fmuladd.f32(float %e3, float %y, float 3.0)
  %less3 = fcmp olt float %sum3, %e3
  %chosen3 = select i1 %less3, float %sum3, float %e3
  %sum4 = call float @llvm.fmuladd.f32(float %e4, float %y, float 4.0)
  %less4 = fcmp olt float %sum4, %e4
  %chosen4 = select i1 %less4, float %sum4, float %e4
  %sum5 = call float @llvm.fmuladd.f32(float %e5, float %y, float 5.0)
  %less5 = fcmp olt float %sum5, %e5
  %chosen5 = select i1 %less5, float %sum5, float %e5
  %sum6 = call float @llvm.fmuladd.f32(float %e6, float %y, float 6.0)
  %less6 = fcmp olt float %sum6, %e6
  %chosen6 = select i1 %less6, float %sum6, float %e6
  %sum7 = call float @llvm.fmuladd.f32(float %e7, float %y, float 7.0)
  %less7 = fcmp olt float %sum7, %e7
  %chosen7 = select i1 %less7, float %sum7, float %e7
  %v0 = insertelement <8 x float> poison, float %chosen0, i64 0
  %v1 = insertelement <8 x float> %v0, float %chosen1, i64 1
  %v2 = insertelement <8 x float> %v1, float %chosen2, i64 2
  %v3 = insertelement <8 x float> %v2, float %chosen3, i64 3
  %v4 = insertelement <8 x float> %v3, float %chosen4, i64 4
  %v5 = insertelement <8 x float> %v4, float %chosen5, i64 5
  %v6 = insertelement <8 x float> %v5, float %chosen6, i64 6
  %v7 = insertelement <8 x float> %v6, float %chosen7, i64 7
  ret <8 x float> %v7
}

; Halves are put together by shuffles, as builtin functions do. Only one sum lacks `nuw`.
; CHECK-LABEL: define <8 x i32> @halves
; CHECK-NEXT:  %[[SUM:.*]] = add nsw <8 x i32> %x, %y
; CHECK-NEXT:  ret <8 x i32> %[[SUM]]
define <8 x i32> @halves(<8 x i32> %x, <8 x i32> %y) {
  %a0 = extractelement <8 x i32> %x, i64 0
  %a1 = extractelement <8 x i32> %x, i64 1
  %a2 = extractelement <8 x i32> %x, i64 2
  %a3 = extractelement <8 x i32> %x, i64 3
  %a4 = extractelement <8 x i32> %x, i64 4
  %a5 = extractelement <8 x i32> %x, i64 5
  %a6 = extractelement <8 x i32> %x, i64 6
  %a7 = extractelement <8 x i32> %x, i64 7
  %b0 = extractelement <8 x i32> %y, i64 0
  %b1 = extractelement <8 x i32> %y, i64 1
  %b2 = extractelement <8 x i32> %y, i64 2
  %b3 = extractelement <8 x i32> %y, i64 3
  %b4 = extractelement <8 x i32> %y, i64 4
  %b5 = extractelement <8 x i32> %y, i64 5
  %b6 = extractelement <8 x i32> %y, i64 6
  %b7 = extractelement <8 x i32> %y, i64 7
  %sum0 = add nuw nsw i32 %a0, %b0
  %sum1 = add nuw nsw i32 %a1, %b1
  %sum2 = add nuw nsw i32 %a2, %b2
  %sum3 = add nuw nsw i32 %a3, %b3
  %sum4 = add nuw nsw i32 %a4, %b4
  %sum5 = add nsw i32 %a5, %b5
  %sum6 = add nuw nsw i32 %a6, %b6
  %sum7 = add nuw nsw i32 %a7, %b7
  %low0 = insertelement <4 x i32> poison, i32 %sum0, i64 0
  %low1 = insertelement <4 x i32> %low0, i32 %sum1, i64 1
  %low2 = insertelement <4 x i32> %low1, i32 %sum2, i64 2
  %low3 = insertelement <4 x i32> %low2, i32 %sum3, i64 3
  %high0 = insertelement <4 x i32> poison, i32 %sum4, i64 0
  %high1 = insertelement <4 x i32> %high0, i32 %sum5, i64 1
  %high2 = insertelement <4 x i32> %high1, i32 %sum6, i64 2
  %high3 = insertelement <4 x i32> %high2, i32 %sum7, i64 3
  %whole = shufflevector <4 x i32> %low3, <4 x i32> %high3, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i32> %whole
}

; A number that is the same for all elements stays a scalar where the function asks for that.
; CHECK-LABEL: define <8 x float> @power
; CHECK-NEXT:  %[[POWER:.*]] = call <8 x float> @llvm.powi.v8f32.i32(<8 x float> %x, i32 %n)
; CHECK-NEXT:  ret <8 x float> %[[POWER]]
define <8 x float> @power(<8 x float> %x, i32 %n) {
  %e0 = extractelement <8 x float> %x, i64 0
  %e1 = extractelement <8 x float> %x, i64 1
  %e2 = extractelement <8 x float> %x, i64 2
  %e3 = extractelement <8 x float> %x, i64 3
  %e4 = extractelement <8 x float> %x, i64 4
  %e5 = extractelement <8 x float> %x, i64 5
  %e6 = extractelement <8 x float> %x, i64 6
  %e7 = extractelement <8 x float> %x, i64 7
  %p0 = call float @llvm.powi.f32.i32(float %e0, i32 %n)
  %p1 = call float @llvm.powi.f32.i32(float %e1, i32 %n)
  %p2 = call float @llvm.powi.f32.i32(float %e2, i32 %n)
  %p3 = call float @llvm.powi.f32.i32(float %e3, i32 %n)
  %p4 = call float @llvm.powi.f32.i32(float %e4, i32 %n)
  %p5 = call float @llvm.powi.f32.i32(float %e5, i32 %n)
  %p6 = call float @llvm.powi.f32.i32(float %e6, i32 %n)
  %p7 = call float @llvm.powi.f32.i32(float %e7, i32 %n)
  %v0 = insertelement <8 x float> poison, float %p0, i64 0
  %v1 = insertelement <8 x float> %v0, float %p1, i64 1
  %v2 = insertelement <8 x float> %v1, float %p2, i64 2
  %v3 = insertelement <8 x float> %v2, float %p3, i64 3
  %v4 = insertelement <8 x float> %v3, float %p4, i64 4
  %v5 = insertelement <8 x float> %v4, float %p5, i64 5
  %v6 = insertelement <8 x float> %v5, float %p6, i64 6
  %v7 = insertelement <8 x float> %v6, float %p7, i64 7
  ret <8 x float> %v7
}

declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.powi.f32.i32(float, i32)
