; SPDX-License-Identifier: Apache-2.0
; Rows go through the loop one after the other if each work-item loads its own element of %b, if all rows are equal, if
; some rows skip the loop, if work-items have a variable in memory, or if the accesses have an order. In the last function,
; nothing of this holds, and rows go together.
; RUN: kernel-opt %s --passes=jam-rows -S 2>&1 | FileCheck %s

; CHECK-NOT: go together
; CHECK:     remark: product: 2 rows at y go together
define void @own_elements(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
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
  %b.sum = add i64 %b.row, %i
  %b.place = add i64 %b.sum, %row
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
define void @equal_rows(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
entry:
  br label %y
y:
  %row = phi i64 [ 0, %entry ], [ %row.next, %y.latch ]
  %first = mul i64 %n, %n
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
define void @some_rows(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
entry:
  br label %y
y:
  %row = phi i64 [ 0, %entry ], [ %row.next, %y.latch ]
  %first = mul i64 %row, %n
  %enters = icmp ult i64 %first, 100
  br i1 %enters, label %x, label %y.latch
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
define void @variables(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
entry:
  %variable = alloca float
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
  store float %term, ptr %variable
  %kept = load float, ptr %variable
  %sum.next = fadd float %sum, %kept
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
define void @order(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n, i64 %rows, i64 %items) {
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
  br i1 %more, label %x, label %y.latch, !llvm.loop !6
y.latch:
  %row.next = add nuw i64 %row, 1
  %below = icmp ult i64 %row.next, %rows
  br i1 %below, label %y, label %done, !llvm.loop !8
done:
  ret void
}
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
!6 = distinct !{!6, !3, !7}
!7 = !{!"quadcl.loop.in_order", i32 1}
!8 = distinct !{!8, !3, !7}
