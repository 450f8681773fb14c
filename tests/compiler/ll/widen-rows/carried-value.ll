; SPDX-License-Identifier: Apache-2.0
; A value that passes from one work-item to the next has no form for lanes.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row stays scalar: a value that passes from work-item to work-item
; CHECK-NOT: wide.head
define i32 @f(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %sum.next = add i32 %sum, %value
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret i32 %sum.next
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
