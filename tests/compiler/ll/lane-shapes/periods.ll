; SPDX-License-Identifier: Apache-2.0
; Quotients, remainders, and indices with some bits cleared, set, inverted or shifted out have a stride as long as all
; lanes are within one period, which is checked. Known periods that most rows of 16 lanes would leave are not.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1  %x = trunc
; CHECK-NEXT: stride 1 if checked  %column = urem
; CHECK-NEXT: stride 0 if checked  %row_number = udiv
; CHECK-NEXT: stride 0 if checked  %start = mul
; CHECK-NEXT: stride 1 if checked  %place = add
; CHECK-NEXT: stride 0 if checked  %plane = srem
; CHECK-NEXT: varying  %by_place = udiv
; CHECK-NEXT: uniform  %is_zero = icmp
; CHECK-NEXT: uniform  %divisor = select
; CHECK-NEXT: stride 1 if checked  %safe = srem
; CHECK-NEXT: stride 1 if checked  %partner = xor
; CHECK-NEXT: stride 1 if checked  %low = and
; CHECK-NEXT: stride 1 if checked  %set = or
; CHECK-NEXT: stride 0 if checked  %high = lshr
; CHECK-NEXT: stride 0 if checked  %block = ashr
; CHECK-NEXT: stride 1 if checked  %of_16 = and
; CHECK-NEXT: arranged 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 if checked  %of_8 = and
; CHECK-NEXT: stride 1 if checked  %of_100 = urem
; CHECK-NEXT: varying  %of_40 = urem
; CHECK-NEXT: arranged 0 -1 2 1 4 3 6 5 8 7 10 9 12 11 14 13 if checked  %odd = xor
define void @f(i32 %a, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %x = trunc i64 %i to i32
  %column = urem i32 %x, %a
  %row_number = udiv i32 %x, %a
  %start = mul i32 %row_number, %a
  %place = add i32 %start, %column
  %plane = srem i32 %row_number, %a
  %by_place = udiv i32 %a, %place
  %is_zero = icmp eq i32 %a, 0
  %divisor = select i1 %is_zero, i32 1, i32 %a
  %safe = srem i32 %x, %divisor
  %partner = xor i32 %a, %x
  %low = and i32 %x, %a
  %set = or i32 %x, %a
  %high = lshr i32 %x, %a
  %block = ashr i32 %x, 6
  %of_16 = and i32 %x, 15
  %of_8 = and i32 %x, 7
  %of_100 = urem i32 %x, 100
  %of_40 = urem i32 %x, 40
  %odd = xor i32 %x, 1
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
