; SPDX-License-Identifier: Apache-2.0
; A minimum under a condition becomes a minimum and a choice, on x86 processors.
; RUN: kernel-opt %s --passes=x86-min-max-select -S | FileCheck %s
; RUN: sed 's/x86_64-pc-linux-gnu/aarch64-linux-gnu/' %s > %t.ll
; RUN: kernel-opt %t.ll --passes=x86-min-max-select -S | FileCheck %s --check-prefix=OTHER

target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: @least(
; CHECK-NEXT: %[[LESS:.*]] = fcmp olt <8 x float> %x, %best
; CHECK-NEXT: %[[LEAST:.*]] = select <8 x i1> %[[LESS]], <8 x float> %x, <8 x float> %best
; CHECK-NEXT: %chosen = select <8 x i1> %c, <8 x float> %[[LEAST]], <8 x float> %best
; CHECK-NEXT: ret
; OTHER-LABEL: @least(
; OTHER: select <8 x i1> %c, <8 x i1> %less
define <8 x float> @least(<8 x i1> %c, <8 x float> %x, <8 x float> %best) {
  %less = fcmp olt <8 x float> %x, %best
  %both = select <8 x i1> %c, <8 x i1> %less, <8 x i1> zeroinitializer
  %chosen = select <8 x i1> %both, <8 x float> %x, <8 x float> %best
  ret <8 x float> %chosen
}
; The chosen number comes first in the comparison. The condition may be poison where the comparison fails.
; CHECK-LABEL: @most(
; CHECK-NEXT: %[[MORE:.*]] = fcmp ogt <8 x float> %x, %best
; CHECK-NEXT: %[[MOST:.*]] = select <8 x i1> %[[MORE]], <8 x float> %x, <8 x float> %best
; CHECK-NEXT: %[[C:.*]] = freeze <8 x i1> %c
; CHECK-NEXT: %chosen = select <8 x i1> %[[C]], <8 x float> %[[MOST]], <8 x float> %best
define <8 x float> @most(<8 x i1> %c, <8 x float> %x, <8 x float> %best) {
  %more = fcmp olt <8 x float> %best, %x
  %both = select <8 x i1> %more, <8 x i1> %c, <8 x i1> zeroinitializer
  %chosen = select <8 x i1> %both, <8 x float> %x, <8 x float> %best
  ret <8 x float> %chosen
}
; What is kept if one of two conditions holds, as code generation of masked stores to private variables has it.
; CHECK-LABEL: @kept(
; CHECK-NEXT: %[[MORE:.*]] = fcmp ogt <8 x float> %y, %x
; CHECK-NEXT: %[[MOST:.*]] = select <8 x i1> %[[MORE]], <8 x float> %y, <8 x float> %x
; CHECK-NEXT: %chosen = select <8 x i1> %c, <8 x float> %x, <8 x float> %[[MOST]]
define <8 x float> @kept(<8 x i1> %c, <8 x float> %x, <8 x float> %y) {
  %not_less = fcmp uge <8 x float> %x, %y
  %any = or <8 x i1> %not_less, %c
  %chosen = select <8 x i1> %any, <8 x float> %x, <8 x float> %y
  ret <8 x float> %chosen
}
; Not minima or maxima as the processor has them: of NaN and a number, the comparison chooses the first.
; CHECK-LABEL: @unordered(
; CHECK: select <8 x i1> %c, <8 x i1> %less
define <8 x float> @unordered(<8 x i1> %c, <8 x float> %x, <8 x float> %best) {
  %less = fcmp ult <8 x float> %x, %best
  %both = select <8 x i1> %c, <8 x i1> %less, <8 x i1> zeroinitializer
  %chosen = select <8 x i1> %both, <8 x float> %x, <8 x float> %best
  ret <8 x float> %chosen
}
; The index of the least number needs the mask itself.
; CHECK-LABEL: @index_of_least(
; CHECK: select <8 x i1> %both, <8 x float> %x, <8 x float> %best
define <8 x i32> @index_of_least(<8 x i1> %c, <8 x float> %x, <8 x float> %best, <8 x i32> %i, <8 x i32> %at, ptr %p) {
  %less = fcmp olt <8 x float> %x, %best
  %both = select <8 x i1> %c, <8 x i1> %less, <8 x i1> zeroinitializer
  %chosen = select <8 x i1> %both, <8 x float> %x, <8 x float> %best
  store <8 x float> %chosen, ptr %p
  %place = select <8 x i1> %both, <8 x i32> %i, <8 x i32> %at
  ret <8 x i32> %place
}
