; SPDX-License-Identifier: Apache-2.0
; A row with a volatile access stays as it is, and a remark says why.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row stays scalar: a volatile or atomic access
; CHECK-NOT: wide.head
define void @f(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  store volatile i32 1, ptr %place, !llvm.access.group !2
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
