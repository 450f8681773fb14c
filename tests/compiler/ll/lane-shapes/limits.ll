; SPDX-License-Identifier: Apache-2.0
; An index that is limited by a minimum, a maximum, or a select on < and the like has the index's stride, under a check.
; So has one of two forms of an index that work-items choose by their place. The result varies if the limit varies, if the
; index has no stride, if data choose, or if the form to keep would be one place for all.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1  %x = trunc
; CHECK-NEXT: stride 1 if checked  %above = call
; CHECK-NEXT: stride 1 if checked  %both = call
; CHECK-NEXT: stride -2  %twice
; CHECK-NEXT: stride -2 if checked  %falling = call
; CHECK-NEXT: varying  %is_below = icmp
; CHECK-NEXT: stride 1 if checked  %chosen = select
; CHECK-NEXT: stride 1 if checked  %other = select
; CHECK-NEXT: varying  %square
; CHECK-NEXT: varying  %of_square = call
; CHECK-NEXT: varying  %by_square = call
; CHECK-NEXT: varying  %is_equal = icmp
; CHECK-NEXT: stride 1 if checked  %one = select
; CHECK-NEXT: stride -2 if checked  %mirrored = select
; CHECK-NEXT: stride -2 if checked  %falls = select
; CHECK-NEXT: varying  %table = select
; CHECK-NEXT: varying  %by_data = icmp
; CHECK-NEXT: varying  %some = select
; CHECK-NEXT: uniform  %same = call
define void @f(i32 %a, i32 %b, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %x = trunc i64 %i to i32
  %above = call i32 @llvm.smax.i32(i32 %x, i32 %a)
  %both = call i32 @llvm.smin.i32(i32 %b, i32 %above)
  %twice = mul i32 %x, -2
  %falling = call i32 @llvm.umin.i32(i32 %twice, i32 %b)
  %is_below = icmp slt i32 %x, %a
  %chosen = select i1 %is_below, i32 %a, i32 %x
  %other = select i1 %is_below, i32 %above, i32 %b
  %square = mul i32 %x, %x
  %of_square = call i32 @llvm.smax.i32(i32 %square, i32 %a)
  %by_square = call i32 @llvm.smax.i32(i32 %x, i32 %square)
  %is_equal = icmp eq i32 %x, %a
  %one = select i1 %is_equal, i32 %b, i32 %x
  %mirrored = select i1 %is_below, i32 %square, i32 %twice
  %falls = select i1 %is_equal, i32 %twice, i32 %a
  %table = select i1 %is_equal, i32 %square, i32 %a
  %by_data = icmp eq i32 %square, %a
  %some = select i1 %by_data, i32 %b, i32 %x
  %same = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
