; SPDX-License-Identifier: Apache-2.0
; An extended sum of 32 bits is strided only if it does not wrap around. Without a promise, that is checked:
; before the row if the sum is linear there, else in the row.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1  %small = trunc
; CHECK: uniform  %k = phi
; CHECK: stride 1  %promised = add nsw
; CHECK: stride 1 if checked  %signed = sext
; CHECK: stride 1  %wraps = add
; CHECK: stride 1 if checked  %unsigned = zext
; CHECK: stride 4 if checked  %place
; CHECK: varying  %loaded = load
define void @f(ptr %p, i32 %a, i32 %n, i64 %size) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %small = trunc i64 %i to i32
  br label %loop
loop:
  %k = phi i32 [ 0, %row ], [ %k.next, %loop ]
  %promised = add nsw i32 %small, %k
  %signed = sext i32 %promised to i64
  %wraps = add i32 %small, %k
  %unsigned = zext i32 %wraps to i64
  %place = getelementptr float, ptr %p, i64 %unsigned
  %loaded = load float, ptr %place, !llvm.access.group !2
  %k.next = add i32 %k, %a
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %size
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
