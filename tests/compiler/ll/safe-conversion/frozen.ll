; SPDX-License-Identifier: Apache-2.0
; A converted number that its type cannot represent is one fixed value for all uses.
; RUN: kernel-opt %s --passes=safe-conversion -S | FileCheck %s

; CHECK:      %i = fptosi float %x to i32
; CHECK-NEXT: %[[FIXED:.*]] = freeze i32 %i
; CHECK-NEXT: add i32 %[[FIXED]], %[[FIXED]]
; CHECK:      %u = fptoui <2 x double> %v to <2 x i8>
; CHECK-NEXT: freeze <2 x i8> %u
define i32 @f(float %x, <2 x double> %v) {
  %i = fptosi float %x to i32
  %sum = add i32 %i, %i
  %u = fptoui <2 x double> %v to <2 x i8>
  %first = extractelement <2 x i8> %u, i32 0
  %wide = zext i8 %first to i32
  %all = add i32 %sum, %wide
  ret i32 %all
}
