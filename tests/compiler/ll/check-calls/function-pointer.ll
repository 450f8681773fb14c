; SPDX-License-Identifier: Apache-2.0
; A call through a pointer is refused with the kernel's name.
; RUN: not kernel-opt %s --passes=clean-up 2>&1 | FileCheck %s

; CHECK: error: kernel 'k' calls through a function pointer
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %f = load ptr, ptr addrspace(1) %p
  call void %f()
  ret void
}
!0 = !{!"int*"}
