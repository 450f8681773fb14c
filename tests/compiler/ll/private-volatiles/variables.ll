; SPDX-License-Identifier: Apache-2.0
; Accesses of private variables that only the work-item reaches are ordinary ones. Others stay volatile: those of
; variables whose address goes elsewhere, and those of other memory.
; RUN: kernel-opt %s --passes=private-volatiles -S | FileCheck %s

; CHECK-LABEL: @own(
; CHECK: store i32 1, ptr %one
; CHECK: load i32, ptr %one
; CHECK: store i32 %value, ptr %element
; CHECK: load volatile i32, ptr addrspace(1) %p
define i32 @own(ptr addrspace(1) %p) {
  %one = alloca i32
  %array = alloca [4 x i32]
  store volatile i32 1, ptr %one
  %value = load volatile i32, ptr %one
  %element = getelementptr [4 x i32], ptr %array, i64 0, i64 2
  store volatile i32 %value, ptr %element
  %other = load volatile i32, ptr addrspace(1) %p
  %sum = add i32 %value, %other
  ret i32 %sum
}
; CHECK-LABEL: @passed_on(
; CHECK: store volatile i32 1, ptr %one
; CHECK: store volatile i32 2, ptr %two
define void @passed_on(ptr %p) {
  %one = alloca i32
  %two = alloca i32
  store volatile i32 1, ptr %one
  store volatile i32 2, ptr %two
  store ptr %one, ptr %p
  call void @f(ptr %two)
  ret void
}
declare void @f(ptr)
