; SPDX-License-Identifier: Apache-2.0
; Only the innermost loop over work-items is a row, however deep it is.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK-NOT: remark
define void @f(ptr %p, i64 %n, i1 %again) #0 {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j.next, %rows.latch ]
  br label %stretch
stretch:
  br label %row
row:
  %i = phi i64 [ 0, %stretch ], [ %next, %row ]
  %place = getelementptr i64, ptr %p, i64 %i
  store i64 %j, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %stretch.latch, !llvm.loop !0
stretch.latch:
  br i1 %again, label %stretch, label %rows.latch
rows.latch:
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %rows, label %done, !llvm.loop !3
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
