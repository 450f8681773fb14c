; SPDX-License-Identifier: Apache-2.0
; Strides add up and are multiplied by constants; a product of two ids, or with an unknown factor, has none.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: stride 1 {{ *}}%sum =
; CHECK: uniform {{ *}}%difference =
; CHECK: stride -1 {{ *}}%mirrored =
; CHECK: stride 6 {{ *}}%product =
; CHECK: stride 8 {{ *}}%shifted =
; CHECK: stride 1 {{ *}}%narrow =
; CHECK: stride 1 assumed {{ *}}%low_half =
; CHECK: varying {{ *}}%square =
; CHECK: varying {{ *}}%scaled =
; CHECK: uniform {{ *}}%row =
; CHECK: varying {{ *}}%rest =
define void @k(i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %sum = add i64 %x, %n
  %difference = sub i64 %sum, %x
  %mirrored = sub i64 %n, %x
  %product = mul i64 %x, 6
  %shifted = shl i64 %x, 3
  %narrow = trunc i64 %sum to i32
  %low_half = and i64 %sum, 4294967295
  %square = mul i64 %x, %x
  %scaled = mul i64 %x, %n
  %row = mul i64 %y, %n
  %rest = and i64 %x, 7
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
