; SPDX-License-Identifier: Apache-2.0
; On a processor that gathers only words well, chosen gathers and masked ones stay, and the others become loads of single
; lanes. For other processors, and in functions without a chosen gather, all stay: code generation takes them
; apart.
; RUN: kernel-opt %s --tuned-for=znver4 --passes=scalarise-gathers -S | FileCheck %s
; RUN: kernel-opt %s --tuned-for=znver3 --passes=scalarise-gathers -S | FileCheck %s --check-prefix=OTHER
; OTHER-NOT: extractelement
; OTHER-NOT: quadcl-only-chosen-gathers

; CHECK: @f{{.*}} #[[CHOSEN:[0-9]+]] {
; CHECK: %[[A:.*]] = extractelement <2 x ptr> %places, i64 0
; CHECK-NEXT: %[[FIRST:.*]] = load i32, ptr %[[A]], align 4
; CHECK-NEXT: %[[HALF:.*]] = insertelement <2 x i32> poison, i32 %[[FIRST]], i64 0
; CHECK-NEXT: %[[B:.*]] = extractelement <2 x ptr> %places, i64 1
; CHECK-NEXT: %[[SECOND:.*]] = load i32, ptr %[[B]], align 4
; CHECK-NEXT: %[[ALL:.*]] = insertelement <2 x i32> %[[HALF]], i32 %[[SECOND]], i64 1
; CHECK-NEXT: %chosen = call <2 x i32> @llvm.masked.gather{{.*}} !quadcl.gather
; CHECK-NEXT: %masked = call <2 x i32> @llvm.masked.gather
; CHECK-NEXT: add <2 x i32> %[[ALL]], %chosen
define <2 x i32> @f(<2 x ptr> %places, <2 x i1> %mask) {
  %one = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %places, i32 4, <2 x i1> splat (i1 true), <2 x i32> poison)
  %chosen = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %places, i32 4, <2 x i1> splat (i1 true), <2 x i32> poison), !quadcl.gather !0
  %masked = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %places, i32 4, <2 x i1> %mask, <2 x i32> zeroinitializer)
  %sum = add <2 x i32> %one, %chosen
  %all = add <2 x i32> %sum, %masked
  ret <2 x i32> %all
}
; CHECK-LABEL: @h{{.*}} {
; CHECK-NEXT: %one = call <2 x i32> @llvm.masked.gather
; CHECK: attributes #[[CHOSEN]] = { "quadcl-only-chosen-gathers" }
; CHECK-NOT: quadcl-only-chosen-gathers
define <2 x i32> @h(<2 x ptr> %places) {
  %one = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %places, i32 4, <2 x i1> splat (i1 true), <2 x i32> poison)
  ret <2 x i32> %one
}
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
!0 = !{}
