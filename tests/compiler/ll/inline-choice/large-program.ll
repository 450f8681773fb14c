; SPDX-License-Identifier: Apache-2.0
; In a kernel that would be huge, functions whose copies would make the program long stay functions. Functions
; that use ids, barriers, local variables, printf or much stack are inlined all the same. Into another kernel that
; does not become huge, all are inlined.
; RUN: kernel-opt %s --passes=clean-up -S | FileCheck %s

; CHECK-LABEL: define {{.*}}@k(
; CHECK-NOT:   call {{.*}}@{{id|waits|local|prints|large|small}}
; CHECK:       call i32 @f{{[0-9]+}}(
; CHECK-NOT:   call {{.*}}@{{id|waits|local|prints|large|small}}
; CHECK:       ret void
; CHECK-NOT:   define {{.*}}@{{id|waits|local|prints|large|small}}
; CHECK:       define {{.*}}@few(
; CHECK-NOT:   call {{.*}}@f
; CHECK:       ret void
; CHECK:       define internal i32 @f{{[0-9]+}}(
@shared = internal addrspace(3) global [4 x i32] undef
@text = internal constant [2 x i8] c"x\00"
define void @k(ptr addrspace(1) %p, i32 %i) !kernel_arg_type !0 {
  %x = alloca i32
  store i32 %i, ptr %x
  call void @f15(ptr %x)
  call void @id(ptr %x)
  call void @waits(ptr %x)
  call void @local(ptr %x)
  call void @prints(ptr %x)
  call void @large(ptr %x)
  call void @small(ptr %x)
  %y = load i32, ptr %x
  store i32 %y, ptr addrspace(1) %p
  ret void
}
define void @few(ptr addrspace(1) %p) !kernel_arg_type !1 {
  %x = alloca i32
  store i32 3, ptr %x
  call void @f11(ptr %x)
  %y = load i32, ptr %x
  store i32 %y, ptr addrspace(1) %p
  ret void
}
define void @id(ptr %x) {
  call void @f10(ptr %x)
  %id = call i64 @_Z12get_local_idj(i32 0)
  %low = trunc i64 %id to i32
  store i32 %low, ptr %x
  ret void
}
define void @waits(ptr %x) {
  call void @f10(ptr %x)
  call void @_Z14quadcl_barrierv()
  ret void
}
define void @local(ptr %x) {
  call void @f10(ptr %x)
  store i32 5, ptr addrspacecast (ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @shared, i64 1) to ptr)
  ret void
}
define void @prints(ptr %x) {
  call void @f10(ptr %x)
  %n = call i32 (ptr, ...) @printf(ptr @text)
  ret void
}
define void @large(ptr %x) {
  call void @f10(ptr %x)
  %array = alloca [16384 x i8]
  store volatile i8 0, ptr %array
  ret void
}
define void @small(ptr %x) {
  store i32 7, ptr %x
  ret void
}
define void @f0(ptr %x) {
  %old = load i32, ptr %x
  %new = add i32 %old, 1
  store i32 %new, ptr %x
  ret void
}
define void @f1(ptr %x) {
  call void @f0(ptr %x)
  call void @f0(ptr %x)
  ret void
}
define void @f2(ptr %x) {
  call void @f1(ptr %x)
  call void @f1(ptr %x)
  ret void
}
define void @f3(ptr %x) {
  call void @f2(ptr %x)
  call void @f2(ptr %x)
  ret void
}
define void @f4(ptr %x) {
  call void @f3(ptr %x)
  call void @f3(ptr %x)
  ret void
}
define void @f5(ptr %x) {
  call void @f4(ptr %x)
  call void @f4(ptr %x)
  ret void
}
define void @f6(ptr %x) {
  call void @f5(ptr %x)
  call void @f5(ptr %x)
  ret void
}
define void @f7(ptr %x) {
  call void @f6(ptr %x)
  call void @f6(ptr %x)
  ret void
}
define void @f8(ptr %x) {
  call void @f7(ptr %x)
  call void @f7(ptr %x)
  ret void
}
define void @f9(ptr %x) {
  call void @f8(ptr %x)
  call void @f8(ptr %x)
  ret void
}
define void @f10(ptr %x) {
  call void @f9(ptr %x)
  call void @f9(ptr %x)
  ret void
}
define void @f11(ptr %x) {
  call void @f10(ptr %x)
  call void @f10(ptr %x)
  ret void
}
define void @f12(ptr %x) {
  call void @f11(ptr %x)
  call void @f11(ptr %x)
  ret void
}
define void @f13(ptr %x) {
  call void @f12(ptr %x)
  call void @f12(ptr %x)
  ret void
}
define void @f14(ptr %x) {
  call void @f13(ptr %x)
  call void @f13(ptr %x)
  ret void
}
define void @f15(ptr %x) {
  call void @f14(ptr %x)
  call void @f14(ptr %x)
  ret void
}
declare void @_Z14quadcl_barrierv()
declare i64 @_Z12get_local_idj(i32)
declare i32 @printf(ptr, ...)
!0 = !{!"int*", !"int"}
!1 = !{!"int*"}
