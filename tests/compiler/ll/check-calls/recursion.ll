; SPDX-License-Identifier: Apache-2.0
; Functions that call themselves twice cannot be inlined; the error names one as in the source.
; RUN: not kernel-opt %s --passes=clean-up 2>&1 | FileCheck %s

; CHECK: error: function 'f(int)' is recursive, which OpenCL C does not allow
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %x = load i32, ptr addrspace(1) %p
  %y = call i32 @_Z1fi(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
define i32 @_Z1fi(i32 %x) {
  %y = call i32 @_Z1fi(i32 %x)
  %z = call i32 @_Z1fi(i32 %y)
  ret i32 %z
}
!0 = !{!"int*"}
