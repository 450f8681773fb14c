; SPDX-License-Identifier: Apache-2.0
; Sums with uniform values keep the stride, multiples multiply it; other results are varying.
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1  %i = phi
; CHECK-NEXT: stride 1  %sum
; CHECK-NEXT: stride 12  %multiple
; CHECK-NEXT: stride -1  %difference
; CHECK-NEXT: stride -1  %complement
; CHECK-NEXT: varying  %square
; CHECK-NEXT: uniform  %invariant
; CHECK-NEXT: stride 8  %place
; CHECK-NEXT: uniform  %equal
; CHECK-NEXT: varying  %less
define void @f(ptr %p, i64 %a, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %sum = add i64 %i, %a
  %multiple = mul i64 %sum, 12
  %difference = sub i64 %a, %i
  %complement = xor i64 %i, -1
  %square = mul i64 %i, %i
  %invariant = mul i64 %a, %a
  %place = getelementptr i64, ptr %p, i64 %sum
  %equal = icmp eq i64 %sum, %i
  %less = icmp ult i64 %sum, %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
