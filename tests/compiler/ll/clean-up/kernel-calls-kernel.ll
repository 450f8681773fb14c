; SPDX-License-Identifier: Apache-2.0
; A kernel that another one calls is inlined there and also stays a kernel.
; RUN: kernel-opt %s --passes=clean-up -S | FileCheck %s

; CHECK-LABEL: void @outer(
; CHECK-NOT:   call void @inner
; CHECK:       store i32 5
; CHECK:       ret void
; CHECK-LABEL: void @inner(
; CHECK:       store i32 5
define void @outer(ptr addrspace(1) %p) !kernel_arg_type !0 {
  call void @inner(ptr addrspace(1) %p)
  ret void
}
define void @inner(ptr addrspace(1) %p) !kernel_arg_type !0 {
  store i32 5, ptr addrspace(1) %p
  ret void
}
!0 = !{!"int*"}
