; SPDX-License-Identifier: Apache-2.0
; One variable serves all work-items if more than rows use it, if its address is stored, or if an address may lead into
; it or into another. Then work-items run one after the other. A table that the row only reads does not matter.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-DAG: remark: written_before: the row at row stays scalar: accesses that are not independent
; CHECK-DAG: remark: stored_address: the row at row stays scalar: accesses that are not independent
; CHECK-DAG: remark: chosen: the row at row stays scalar: accesses that are not independent
; CHECK-DAG: remark: table: the row at row has 4 lanes
define void @written_before(ptr noalias %p, i64 %n) #0 {
entry:
  %array = alloca [8 x i32], align 4
  store i32 7, ptr %array
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %array
  %sum = add i32 %value, 1
  store i32 %sum, ptr %array
  store i32 %sum, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @stored_address(ptr noalias %p, i64 %n) #0 {
entry:
  %array = alloca [8 x i32], align 4
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr ptr, ptr %p, i64 %i
  store i32 1, ptr %array
  store ptr %array, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
define void @chosen(ptr noalias %p, i1 %c, i64 %n) #0 {
entry:
  %one = alloca [8 x i32], align 4
  %other = alloca [8 x i32], align 4
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %index = load i32, ptr %place, !llvm.access.group !2
  %array = select i1 %c, ptr %one, ptr %other
  %to = getelementptr i32, ptr %array, i32 %index
  store i32 %index, ptr %to
  %value = load i32, ptr %array
  store i32 %value, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !5
done:
  ret void
}
define void @table(ptr noalias %p, i64 %n) #0 {
entry:
  %array = alloca [8 x i32], align 4
  store i32 7, ptr %array
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %array
  store i32 %value, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !4
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
