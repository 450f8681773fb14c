; SPDX-License-Identifier: Apache-2.0
; Vectors of one element are loaded and stored as scalars; others, and atomic accesses, stay.
; RUN: kernel-opt %s --passes=one-element-vectors -S | FileCheck %s

; CHECK-LABEL: define float @load
; CHECK-NEXT:  %[[SCALAR:.*]] = load float, ptr addrspace(1) %p, align 4
; CHECK-NEXT:  %[[SUM:.*]] = fadd float %[[SCALAR]], %[[SCALAR]]
; CHECK-NEXT:  ret float %[[SUM]]
define float @load(ptr addrspace(1) %p) {
  %vector = load <1 x float>, ptr addrspace(1) %p, align 4
  %one = extractelement <1 x float> %vector, i64 0
  %again = extractelement <1 x float> %vector, i32 0
  %sum = fadd float %one, %again
  ret float %sum
}

; CHECK-LABEL: define void @as_a_vector
; CHECK-NEXT:  %[[SCALAR:.*]] = load volatile float, ptr addrspace(1) %p, align 2
; CHECK-NEXT:  %[[VECTOR:.*]] = insertelement <1 x float> poison, float %[[SCALAR]], i64 0
; CHECK-NEXT:  %[[SUM:.*]] = fadd <1 x float> %[[VECTOR]], %v
; CHECK-NEXT:  %[[RESULT:.*]] = extractelement <1 x float> %[[SUM]], i64 0
; CHECK-NEXT:  store float %[[RESULT]], ptr addrspace(1) %p, align 8
define void @as_a_vector(ptr addrspace(1) %p, <1 x float> %v) {
  %vector = load volatile <1 x float>, ptr addrspace(1) %p, align 2
  %sum = fadd <1 x float> %vector, %v
  store <1 x float> %sum, ptr addrspace(1) %p, align 8
  ret void
}

; CHECK-LABEL: define <2 x float> @two
; CHECK-NEXT:  load <2 x float>
define <2 x float> @two(ptr addrspace(1) %p) {
  %vector = load <2 x float>, ptr addrspace(1) %p
  ret <2 x float> %vector
}
