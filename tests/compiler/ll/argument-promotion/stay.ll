; SPDX-License-Identifier: Apache-2.0
; Pointers stay where values could not stand for them.
; RUN: kernel-opt %s --passes=argument-promotion -S | FileCheck %s

define void @k(ptr addrspace(1) %p, i64 %i) !kernel_arg_type !0 {
  %a = alloca [2 x i32]
  %b = alloca [2 x i32]
  %c = alloca [4 x i32]
  %of.c = getelementptr i32, ptr %c, i64 2
  %known = alloca i32
  call void @kept(ptr %a, ptr addrspace(1) %p)
  call void @written_before_read(ptr %b, ptr %b)
  call void @read_before_written(ptr %b, ptr %b)
  call void @before(ptr %of.c, i64 %i)
  call void @other(ptr %known)
  %compared = call i32 @compared(ptr %known)
  %element = getelementptr [4 x i32], ptr %c, i64 0, i64 %i
  call void @somewhere(ptr %element)
  %padded = alloca { i8, i32 }
  call void @in_padding(ptr %padded)
  ret void
}
; The address is kept.
; CHECK-LABEL: define internal void @kept(ptr
define internal void @kept(ptr %x, ptr addrspace(1) %p) {
  store ptr %x, ptr addrspace(1) %p
  ret void
}
; Both arguments are one variable in the call, which is read after it was written.
; CHECK-LABEL: define internal void @written_before_read(ptr
define internal void @written_before_read(ptr %to, ptr %from) {
  store i32 1, ptr %to
  %from.1 = getelementptr i32, ptr %from, i64 1
  %x = load i32, ptr %from
  %to.1 = getelementptr i32, ptr %to, i64 1
  store i32 %x, ptr %to.1
  ret void
}
; Read before it is written, it does no harm.
; CHECK-LABEL: define internal {{.*}} @read_before_written(i32
define internal void @read_before_written(ptr %to, ptr %from) {
  %x = load i32, ptr %from
  %to.1 = getelementptr i32, ptr %to, i64 1
  store i32 %x, ptr %to.1
  ret void
}
; The function may access what lies before the pointer.
; CHECK-LABEL: define internal void @before(ptr
define internal void @before(ptr %x, i64 %i) {
  %at = getelementptr i32, ptr %x, i64 %i
  store i32 1, ptr %at
  ret void
}
; A volatile access.
; CHECK-LABEL: define internal void @other(ptr
define internal void @other(ptr %x) {
  store volatile i32 1, ptr %x
  ret void
}
; It is not known to which element the pointer points.
; CHECK-LABEL: define internal void @somewhere(ptr
define internal void @somewhere(ptr %x) {
  store i32 1, ptr %x
  ret void
}
; No number stands for the byte.
; CHECK-LABEL: define internal void @in_padding(ptr
define internal void @in_padding(ptr %x) {
  %byte = getelementptr i8, ptr %x, i64 2
  store i8 1, ptr %byte
  ret void
}
; CHECK-LABEL: define internal i32 @compared(ptr
define internal i32 @compared(ptr %x) {
  %is_null = icmp eq ptr %x, null
  %value = load i32, ptr %x
  %result = select i1 %is_null, i32 0, i32 %value
  ret i32 %result
}
!0 = !{!"int*"}
