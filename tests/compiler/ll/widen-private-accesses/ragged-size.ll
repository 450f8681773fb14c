; SPDX-License-Identifier: Apache-2.0
; If the variable's size is no multiple of the element's, nothing changes: the last element would reach beyond it.
; RUN: kernel-opt %s --passes=widen-private-accesses -S | FileCheck %s

; CHECK:      store i32 %x, ptr %v
; CHECK:      store i8 %b, ptr %last
; CHECK-NEXT: load i16, ptr %last
define i16 @f(i32 %x, i8 %b) {
  %v = alloca [6 x i8], align 4
  store i32 %x, ptr %v
  %last = getelementptr i8, ptr %v, i64 4
  store i8 %b, ptr %last
  %part = load i16, ptr %last
  ret i16 %part
}
