; SPDX-License-Identifier: Apache-2.0
; A constant divisor that cannot trap does not change: LLVM turns it into a multiplication.
; RUN: kernel-opt %s --passes=safe-division -S | FileCheck %s

; CHECK:      sdiv i32 %a, 7
; CHECK-NEXT: urem i32 {{.*}}, -1
; CHECK-NEXT: sdiv i32 {{.*}}, -2
; CHECK-NOT:  sdiv i32 %t, -1
; CHECK-NOT:  udiv i32 %t, 0
define i32 @f(i32 %a) {
  %q = sdiv i32 %a, 7
  %s = urem i32 %q, -1
  %t = sdiv i32 %s, -2
  %minus = sdiv i32 %t, -1
  %zero = udiv i32 %t, 0
  %u = add i32 %minus, %zero
  ret i32 %u
}
