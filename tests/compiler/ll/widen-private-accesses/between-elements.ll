; SPDX-License-Identifier: Apache-2.0
; If an access of a whole element is not at the place of an element, nothing changes.
; RUN: kernel-opt %s --passes=widen-private-accesses -S | FileCheck %s

; CHECK-NOT: shl
; CHECK: store {{(volatile )?i(8 %byte|16 7)}}
; CHECK-NOT: shl
; CHECK: ret i32
define i32 @f(i8 %byte, i64 %k, ptr %out) {
  %v = alloca [4 x i32]
  %first = getelementptr i8, ptr %v, i64 1
  store i8 %byte, ptr %first
  %odd = getelementptr i8, ptr %first, i64 %k
  store i32 7, ptr %odd
  %element = getelementptr [4 x i32], ptr %v, i64 0, i64 %k
  %value = load i32, ptr %element
  ret i32 %value
}
