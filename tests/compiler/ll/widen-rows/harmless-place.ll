; SPDX-License-Identifier: Apache-2.0
; The vectors of inactive lanes are loaded from a place of their own, which is aligned for all types of OpenCL C.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: %harmless = alloca [16 x i64], align 128
; CHECK: select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr> %
; CHECK: load <8 x float>, ptr %{{.*}}, align 32
define void @f(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i64, ptr %p, i64 %i
  %index = load i64, ptr %place, !llvm.access.group !2
  %some = icmp slt i64 %index, 100
  br i1 %some, label %read, label %latch
read:
  %from = getelementptr <8 x float>, ptr %q, i64 %index
  %vector = load <8 x float>, ptr %from, align 32, !llvm.access.group !2
  %element = extractelement <8 x float> %vector, i64 3
  %bits = fptosi float %element to i64
  store i64 %bits, ptr %place, !llvm.access.group !2
  br label %latch
latch:
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
