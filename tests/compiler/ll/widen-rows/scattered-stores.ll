; SPDX-License-Identifier: Apache-2.0
; Rows that store to scattered places get lanes; rows that store side by side are left to LLVM's vectoriser. The height is
; compared, so it is not taken for a step of 1. Places more than eight elements apart are scattered to LLVM.
; RUN: kernel-opt %s --passes=widen-rows -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw 2>&1 | FileCheck %s

; CHECK: remark: rotated: the row at row has 16 lanes
; CHECK: remark: apart: the row at row has 16 lanes
; CHECK: remark: near: the row at row stays scalar: left to LLVM's vectoriser
; CHECK: remark: copied: the row at row stays scalar: left to LLVM's vectoriser
define void @rotated(ptr noalias %p, ptr noalias %q, i32 %height, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i16, ptr %p, i64 %i
  %value = load i16, ptr %from, !llvm.access.group !2
  %column = trunc i64 %i to i32
  %index = mul i32 %column, %height
  %last = add i32 %index, %height
  %below = icmp slt i32 %height, 1000
  %place = sext i32 %last to i64
  %to = getelementptr i16, ptr %q, i64 %place
  store i16 %value, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @apart(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %from, !llvm.access.group !2
  %square = mul i32 %value, %value
  %cube = mul i32 %square, %value
  %place = mul nuw nsw i64 %i, 9
  %to = getelementptr i32, ptr %q, i64 %place
  store i32 %cube, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !4
done:
  ret void
}
define void @near(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %from, !llvm.access.group !2
  %square = mul i32 %value, %value
  %cube = mul i32 %square, %value
  %place = mul nuw nsw i64 %i, 8
  %to = getelementptr i32, ptr %q, i64 %place
  store i32 %cube, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !5
done:
  ret void
}
define void @copied(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %from, !llvm.access.group !2
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %value, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
