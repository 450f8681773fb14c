; SPDX-License-Identifier: Apache-2.0
; Unsigned division: by 1 if the divisor is 0; no quotient is too large.
; RUN: kernel-opt %s --passes=safe-division -S | FileCheck %s

; CHECK:      %[[B:.*]] = freeze <2 x i64> %b
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq <2 x i64> %[[B]], zeroinitializer
; CHECK-NEXT: %[[SAFE:.*]] = select <2 x i1> %[[ZERO]], <2 x i64> <i64 1, i64 1>, <2 x i64> %[[B]]
; CHECK-NEXT: %q = udiv <2 x i64> %a, %[[SAFE]]
define <2 x i64> @f(<2 x i64> %a, <2 x i64> %b) {
  %q = udiv <2 x i64> %a, %b
  ret <2 x i64> %q
}
