; SPDX-License-Identifier: Apache-2.0
; A row that loads at a distance known at run time only gets lanes: LLVM's vectoriser makes vectors for a distance of one element, and
; scalar code for the others. A known distance is left to it. The height is compared, so it is not taken for a step of 1.
; RUN: kernel-opt %s --passes=widen-rows -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw 2>&1 | FileCheck %s

; CHECK: remark: unknown: the row at row has {{8|16}} lanes
; CHECK: remark: narrow: the row at row has {{8|16}} lanes
; CHECK: remark: known: the row at row stays scalar: left to LLVM's vectoriser
define void @unknown(ptr noalias %p, ptr noalias %q, i64 %height, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = mul i64 %i, %height
  %low = icmp slt i64 %height, 1000
  %from = getelementptr i32, ptr %p, i64 %place
  %value = load i32, ptr %from, !llvm.access.group !2
  %square = mul i32 %value, %value
  %cube = mul i32 %square, %value
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %cube, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @narrow(ptr noalias %p, ptr noalias %q, i32 %height, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %column = trunc i64 %i to i32
  %index = mul i32 %column, %height
  %low = icmp slt i32 %height, 1000
  %place = sext i32 %index to i64
  %from = getelementptr i32, ptr %p, i64 %place
  %value = load i32, ptr %from, !llvm.access.group !2
  %square = mul i32 %value, %value
  %cube = mul i32 %square, %value
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %cube, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @known(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = mul nuw nsw i64 %i, 9
  %from = getelementptr i32, ptr %p, i64 %place
  %value = load i32, ptr %from, !llvm.access.group !2
  %square = mul i32 %value, %value
  %cube = mul i32 %square, %value
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %cube, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
