; SPDX-License-Identifier: Apache-2.0
; If an access lies in two elements, nothing changes.
; RUN: kernel-opt %s --passes=widen-private-accesses -S | FileCheck %s

; CHECK-NOT: shl
; CHECK: store {{(volatile )?i(8 %byte|16 7)}}
; CHECK-NOT: shl
; CHECK: ret i32
define i32 @f(i8 %byte, i64 %k, ptr %out) {
  %v = alloca [4 x i32]
  %at = getelementptr i8, ptr %v, i64 3
  store i16 7, ptr %at
  %element = getelementptr [4 x i32], ptr %v, i64 0, i64 %k
  %value = load i32, ptr %element
  ret i32 %value
}
