; SPDX-License-Identifier: Apache-2.0
; A row of work-items with a loop of their own. LLVM has made more counters of the work-item's number, one of its last
; bits only. They are computed from the number again.
; RUN: kernel-opt %s --passes=index-set-splitting -S | FileCheck %s

; CHECK-LABEL: stretch:
; CHECK:         %until = phi i64
; CHECK-LABEL: row:
; CHECK-NEXT:    %i = phi i64
; CHECK-NOT:     phi
; CHECK-DAG:     trunc i64 %i to i2
; CHECK-DAG:     trunc i64 %i to i32
; CHECK:         br label %enter
; CHECK-LABEL: latch:
; CHECK:         %[[MORE:.+]] = icmp ult i64 %next, %until
; CHECK:         br i1 %[[MORE]], label %row, label %stretch.next
define void @f(ptr %p, i32 %first, i32 %n, i64 %m, i16 %short) {
entry:
  %size = zext i16 %short to i64
  %last = add nuw nsw i64 %size, 1
  br label %row
row:
  %bits = phi i2 [ 0, %entry ], [ %bits.next, %latch ]
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %number = phi i32 [ %first, %entry ], [ %number.next, %latch ]
  %passes = icmp slt i32 %number, %n
  br i1 %passes, label %enter, label %latch
enter:
  %begin = sext i32 %number to i64
  %value = uitofp i2 %bits to float
  br label %loop
loop:
  %j = phi i64 [ %begin, %enter ], [ %j.next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %j
  store float %value, ptr %place, !llvm.access.group !2
  %j.next = add nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %m
  br i1 %again, label %loop, label %latch
latch:
  %bits.next = add i2 %bits, 1
  %next = add nuw nsw i64 %i, 1
  %number.next = add i32 %number, 1
  %more = icmp ult i64 %next, %last
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
