; SPDX-License-Identifier: Apache-2.0
; RUN: kernel-opt %s --passes=freeze-members,instcombine,dce -S | FileCheck %s

; Of a pixel that a function made, the member that is used is frozen alone.
; CHECK-LABEL: @pixel
; CHECK-NEXT: %[[FROZEN:.*]] = freeze float %red
; CHECK-NEXT: %[[TWICE:.*]] = fadd float %[[FROZEN]], %[[FROZEN]]
; CHECK-NEXT: ret float %[[TWICE]]
define float @pixel(float %red, float %green) {
  %one = insertvalue { float, float } poison, float %red, 0
  %both = insertvalue { float, float } %one, float %green, 1
  %frozen = freeze { float, float } %both
  %first = extractvalue { float, float } %frozen, 0
  %again = extractvalue { float, float } %frozen, 0
  %twice = fadd float %first, %again
  ret float %twice
}

; Members of members, too.
; CHECK-LABEL: @nested
; CHECK-NEXT: %[[INNER:.*]] = freeze i32 %inner
; CHECK-NEXT: ret i32 %[[INNER]]
define i32 @nested(i32 %inner, i8 %outer) {
  %array = insertvalue { i8, [2 x i32] } poison, i32 %inner, 1, 1
  %both = insertvalue { i8, [2 x i32] } %array, i8 %outer, 0
  %frozen = freeze { i8, [2 x i32] } %both
  %member = extractvalue { i8, [2 x i32] } %frozen, 1, 1
  ret i32 %member
}

; Numbers stay as they are.
; CHECK-LABEL: @number
; CHECK-NEXT: %[[NUMBER:.*]] = freeze i32 %number
; CHECK-NEXT: ret i32 %[[NUMBER]]
define i32 @number(i32 %number) {
  %frozen = freeze i32 %number
  ret i32 %frozen
}
