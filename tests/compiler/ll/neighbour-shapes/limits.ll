; SPDX-License-Identifier: Apache-2.0
; Neighbours that are kept within limits are nearly always as far apart as without, and so are those of which one is elsewhere, or
; that start again at a number, unless it is small.
; RUN: kernel-opt %s "--passes=show<neighbour-shapes>" | FileCheck %s

; CHECK: stride 1  %x = call
; CHECK-NEXT: stride 1 assumed  %above = call
; CHECK-NEXT: varying  %is_more = icmp
; CHECK-NEXT: stride 1 assumed  %limited = select
; CHECK-NEXT: varying  %is_equal = icmp
; CHECK-NEXT: stride 1 assumed  %chosen = select
; CHECK-NEXT: varying  %two = call
; CHECK-NEXT: uniform  %is_zero = icmp
; CHECK-NEXT: uniform  %divisor = select
; CHECK-NEXT: stride 1 assumed  %again = srem
; CHECK-NEXT: varying  %third = srem
define void @k(i64 %a, i64 %b) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %above = call i64 @llvm.smax.i64(i64 %x, i64 %a)
  %is_more = icmp sgt i64 %x, %b
  %limited = select i1 %is_more, i64 %b, i64 %above
  %is_equal = icmp eq i64 %x, %b
  %chosen = select i1 %is_equal, i64 %b, i64 %above
  %two = call i64 @llvm.smax.i64(i64 %x, i64 %above)
  %is_zero = icmp eq i64 %a, 0
  %divisor = select i1 %is_zero, i64 1, i64 %a
  %again = srem i64 %x, %divisor
  %third = srem i64 %x, 3
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @llvm.smax.i64(i64, i64)
!0 = !{!"long", !"long"}
