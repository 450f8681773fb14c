; SPDX-License-Identifier: Apache-2.0
; A call is not declared parallel: the function's own variables will be on its callers' stack once LLVM
; inlines it.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK: call void @f(ptr addrspace(1) %0){{$}}
; CHECK: store i32 1, ptr addrspace(1) %0, align 4, !llvm.access.group
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  call void @f(ptr addrspace(1) %p)
  store i32 1, ptr addrspace(1) %p
  ret void
}
define void @f(ptr addrspace(1) %p) {
  ret void
}
!0 = !{!"int*"}
