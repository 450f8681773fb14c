; SPDX-License-Identifier: Apache-2.0
; Signed division: by 1 if the divisor is 0, or -1 with the least number.
; RUN: kernel-opt %s --passes=safe-division -S | FileCheck %s

; CHECK-LABEL: @f(
; CHECK:  %[[B:.*]] = freeze i32 %b
; CHECK:  %[[ZERO:.*]] = icmp eq i32 %[[B]], 0
; CHECK:  %[[A:.*]] = freeze i32 %a
; CHECK:  %[[LEAST:.*]] = icmp eq i32 %[[A]], -2147483648
; CHECK:  %[[ONES:.*]] = icmp eq i32 %[[B]], -1
; CHECK:  %[[OVERFLOWS:.*]] = and i1 %[[LEAST]], %[[ONES]]
; CHECK:  %[[BAD:.*]] = or i1 %[[ZERO]], %[[OVERFLOWS]]
; CHECK:  %[[SAFE:.*]] = select i1 %[[BAD]], i32 1, i32 %[[B]]
; CHECK:  %q = sdiv i32 %[[A]], %[[SAFE]]
; CHECK:  icmp eq i32 {{.*}}, -2147483648
; CHECK:  %r = srem i32
define i32 @f(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  %r = srem i32 %a, %b
  %s = add i32 %q, %r
  ret i32 %s
}
