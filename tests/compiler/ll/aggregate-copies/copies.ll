; SPDX-License-Identifier: Apache-2.0
; A struct that is loaded and stored, or an array of it, becomes a copy of memory, but not across a store that may change it, nor
; if it is used otherwise, too.
; RUN: kernel-opt %s --passes=aggregate-copies -S | FileCheck %s

%text = type { [9 x i8], i32 }

; CHECK-LABEL: define void @copied(
; CHECK-NEXT:  call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 16, i1 false)
; CHECK-NEXT:  ret void
define void @copied(ptr %from, ptr %to) {
  %value = load %text, ptr %from, align 4
  store %text %value, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define void @changed(
; CHECK:       store %text
define void @changed(ptr %from, ptr %to) {
  %value = load %text, ptr %from, align 4
  store i8 0, ptr %from
  store %text %value, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define i32 @used(
; CHECK:       store %text
define i32 @used(ptr %from, ptr %to) {
  %value = load %text, ptr %from, align 4
  store %text %value, ptr %to, align 4
  %number = extractvalue %text %value, 1
  ret i32 %number
}

; CHECK-LABEL: define void @parts(
; CHECK-DAG:   call void @llvm.memmove{{.*}}(ptr align 4 %to, ptr align 4 %{{.*}}, i64 9, i1 false)
; CHECK-DAG:   load i32, ptr %{{.*}}, align 4
; CHECK-NOT:   extractvalue
; CHECK:       ret void
define void @parts() {
  %from = alloca %text, align 4
  %to = alloca %text, align 4
  %value = load %text, ptr %from, align 4
  %letters = extractvalue %text %value, 0
  store [9 x i8] %letters, ptr %to, align 4
  %number = extractvalue %text %value, 1
  %place = getelementptr i8, ptr %to, i64 12
  store i32 %number, ptr %place, align 4
  ret void
}

; CHECK-LABEL: define void @number(
; CHECK:       store i32
define void @number(ptr %from, ptr %to) {
  %value = load i32, ptr %from, align 4
  store i32 %value, ptr %to, align 4
  ret void
}
