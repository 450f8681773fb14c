; SPDX-License-Identifier: Apache-2.0
; Where lanes diverge, some wait; where they meet, the values that they bring are varying. At a uniform branch
; none diverge.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK-DAG: %yes: some lanes
; CHECK-DAG: %no: some lanes
; CHECK: %both:
; CHECK-NOT: some lanes
; CHECK: varying  %met = phi
; CHECK: %one:
; CHECK-NOT: some lanes
; CHECK: %latch:
; CHECK-NEXT: uniform  %common = phi
define void @f(i1 %which, i64 %a, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %parts = icmp ult i64 %i, %a
  br i1 %parts, label %yes, label %no
yes:
  br label %both
no:
  br label %both
both:
  %met = phi i64 [ 1, %yes ], [ 2, %no ]
  br i1 %which, label %one, label %latch
one:
  br label %latch
latch:
  %common = phi i64 [ 1, %one ], [ 2, %both ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
