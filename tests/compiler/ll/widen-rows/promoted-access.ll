; SPDX-License-Identifier: Apache-2.0
; An access that LLVM has moved out of a loop has lost its declaration, perhaps the only one of the row. The loop says
; if the row is not independent.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-DAG: remark: moved: the row at row has 4 lanes
; CHECK-DAG: remark: only_moved: the row at row has 4 lanes
; CHECK-DAG: remark: in_order: the row at row stays scalar: accesses that are not independent
define void @moved(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr float, ptr %p, i64 %i
  %promoted = load float, ptr %place
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %sum = phi float [ %promoted, %row ], [ %sum.next, %loop ]
  %other = getelementptr float, ptr %q, i64 %k
  %value = load float, ptr %other, !llvm.access.group !2
  %sum.next = fadd float %sum, %value
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %latch
latch:
  store float %sum.next, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @only_moved(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %p
  store float %value, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @in_order(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %p, !llvm.access.group !2
  store float %value, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1, !4}
!4 = !{!"quadcl.loop.in_order", i32 1}
