; SPDX-License-Identifier: Apache-2.0
; Two rows go together, for a processor with few registers: an iteration loads one element of %b for both, and one of
; %a for each. A row that is left over goes through the loop alone, and begins where the others end.
; RUN: kernel-opt %s --passes=jam-rows -S | FileCheck %s

; CHECK-LABEL: define void @product(
; CHECK:       %{{.*}} = udiv i64 %rows{{.*}}, 2
; CHECK:       br i1 %{{.*}}, label %[[FIRST:.*]], label %rows.rest
; CHECK:       y.together:
; CHECK:       %row.together = phi i64 [ 0, %[[FIRST]] ], [ %[[NEXT:.*]], %y.latch.together ]
; CHECK:       k.together:
; CHECK-COUNT-2: phi float
; CHECK:       load float, ptr %a
; CHECK-NEXT:  load float, ptr %{{[0-9]+}}
; CHECK:       load float, ptr %b
; CHECK-NOT:   load
; CHECK-COUNT-2: fmul float
; CHECK:       x.latch.together:
; CHECK-COUNT-2: store float
; CHECK:       y.latch.together:
; CHECK:       %[[NEXT]] = add i64 %row.together, 2
; CHECK:       rows.rest:
; CHECK:       %[[START:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT]], %rows.after ]
; CHECK:       y:
; CHECK-NEXT:  %row = phi i64 [ %[[START]], %rows.rest ], [ %row.next, %y.latch ]
; CHECK:       store float
; CHECK-NOT:   store
define void @product(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
entry:
  br label %y
y:
  %row = phi i64 [ 0, %entry ], [ %row.next, %y.latch ]
  %first = mul i64 %row, %n
  br label %x
x:
  %i = phi i64 [ 0, %y ], [ %i.next, %x.latch ]
  br label %k
k:
  %j = phi i64 [ 0, %x ], [ %j.next, %k ]
  %sum = phi float [ 0.0, %x ], [ %sum.next, %k ]
  %a.place = add i64 %first, %j
  %a.at = getelementptr float, ptr %a, i64 %a.place
  %a.value = load float, ptr %a.at, !llvm.access.group !4
  %b.row = mul i64 %j, %n
  %b.place = add i64 %b.row, %i
  %b.at = getelementptr float, ptr %b, i64 %b.place
  %b.value = load float, ptr %b.at, !llvm.access.group !4
  %term = fmul float %a.value, %b.value
  %sum.next = fadd float %sum, %term
  %j.next = add nuw i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %k, label %x.latch
x.latch:
  %c.place = add i64 %first, %i
  %c.at = getelementptr float, ptr %c, i64 %c.place
  store float %sum.next, ptr %c.at, !llvm.access.group !4
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %items
  br i1 %more, label %x, label %y.latch, !llvm.loop !0
y.latch:
  %row.next = add nuw i64 %row, 1
  %below = icmp ult i64 %row.next, %rows
  br i1 %below, label %y, label %done, !llvm.loop !1
done:
  ret void
}
!0 = distinct !{!0, !3}
!1 = distinct !{!1, !3}
!3 = !{!"llvm.loop.parallel_accesses", !4}
!4 = distinct !{}
