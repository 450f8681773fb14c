; SPDX-License-Identifier: Apache-2.0
; Vectors of the source, of which elements are divided from each other: a vector of lanes for each element,
; from one consecutive load.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: wide.head:
; CHECK: load <8 x float>
; CHECK: shufflevector <8 x float> {{.*}} <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x float> {{.*}} <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: fadd <4 x float>
; CHECK: fsub <4 x float>
; CHECK: shufflevector {{.*}} <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: store <8 x float>
define void @f(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr <2 x float>, ptr %p, i64 %i
  %value = load <2 x float>, ptr %place, !llvm.access.group !2
  %x = extractelement <2 x float> %value, i64 0
  %y = extractelement <2 x float> %value, i64 1
  %sum = fadd float %x, %y
  %difference = fsub float %x, %y
  %first = insertelement <2 x float> poison, float %sum, i64 0
  %both = insertelement <2 x float> %first, float %difference, i64 1
  store <2 x float> %both, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
