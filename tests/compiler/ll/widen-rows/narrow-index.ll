; SPDX-License-Identifier: Apache-2.0
; An index of 8 bits with a step of 65 always wraps around within eight lanes: the access is never consecutive.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: has 8 lanes
; CHECK: br i1 false, label %[[CONSECUTIVE:.*]], label %[[SCATTERED:.*]]
; CHECK: [[CONSECUTIVE]]:
; CHECK: load <8 x i32>
; CHECK: [[SCATTERED]]:
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32
define void @f(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %small = trunc i64 %i to i8
  %steps = mul i8 %small, 65
  %narrow = add i8 %steps, 1
  %start = load i8, ptr %q, !llvm.access.group !2
  %sum = add i8 %narrow, %start
  %index = zext i8 %sum to i64
  %back = mul i64 %i, -64
  %place = getelementptr i32, ptr %p, i64 %index
  %there = getelementptr i32, ptr %place, i64 %back
  %value = load i32, ptr %there, !llvm.access.group !2
  %out = getelementptr i32, ptr %q, i64 %i
  store i32 %value, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="8" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
