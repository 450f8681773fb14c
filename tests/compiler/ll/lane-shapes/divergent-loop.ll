; SPDX-License-Identifier: Apache-2.0
; Lanes leave the loop at different times: its counter is the same for all that are in it, but not behind it.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: %loop: loop while any lane is in it
; CHECK-NEXT: uniform  %k = phi
; CHECK: varying  %again
; CHECK: %latch:
; CHECK-NEXT: varying  %last = phi
define void @f(ptr %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %i
  br i1 %again, label %loop, label %latch
latch:
  %last = phi i64 [ %k, %loop ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
