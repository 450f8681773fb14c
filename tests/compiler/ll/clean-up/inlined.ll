; SPDX-License-Identifier: Apache-2.0
; Functions are inlined into the kernels that call them, and removed; variables become values.
; RUN: kernel-opt %s --passes=clean-up -S | FileCheck %s

; CHECK-NOT:   alloca
; CHECK-NOT:   @twice
; CHECK-LABEL: define {{.*}}void @k(
; CHECK:       %[[X:.*]] = load i32, ptr addrspace(1) %p
; CHECK:       %[[TWICE:.*]] = shl i32 %[[X]], 1
; CHECK:       store i32 %[[TWICE]], ptr addrspace(1) %p
; CHECK-NOT:   @twice
define i32 @twice(i32 %x) noinline optnone {
  %variable = alloca i32
  store i32 %x, ptr %variable
  %a = load i32, ptr %variable
  %b = add i32 %a, %x
  ret i32 %b
}
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @twice(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
!0 = !{!"int*"}
