; SPDX-License-Identifier: Apache-2.0
; The check of an extension in the row tells only of its latest value. So the value of the previous iteration is not
; strided because of it, nor is a value that comes from one of two paths.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1  %first = add
; CHECK: varying  %carried = phi
; CHECK: stride 1 if checked  %index = zext
; CHECK: varying  %place
; CHECK: varying  %either = phi
define void @f(ptr %p, i32 %a, i32 %n, i64 %size, i1 %uniform) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %i to i32
  %first = add i64 %i, 7
  br label %loop
loop:
  %k = phi i32 [ 0, %row ], [ %k.next, %loop ]
  %carried = phi i64 [ %first, %row ], [ %index, %loop ]
  %wraps = add i32 %small, %k
  %index = zext i32 %wraps to i64
  %place = getelementptr float, ptr %p, i64 %carried
  %loaded = load float, ptr %place, !llvm.access.group !2
  %k.next = add i32 %k, %a
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %choice
choice:
  br i1 %uniform, label %extend, label %latch
extend:
  %other = zext i32 %wraps to i64
  br label %latch
latch:
  %either = phi i64 [ %first, %choice ], [ %other, %extend ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %size
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
