; SPDX-License-Identifier: Apache-2.0
; Undefined functions and variables are errors with their names. Work-item functions and unused declarations
; are not.
; RUN: not kernel-opt %s --passes=clean-up 2>&1 | FileCheck %s

; CHECK-NOT: get_local_id
; CHECK-NOT: unused
; CHECK:     error: undefined function 'nobody(int)'
; CHECK:     error: undefined variable 'nothing'
@nothing = external addrspace(1) global i32
declare i32 @_Z6nobodyi(i32)
declare i32 @unused()
declare i64 @_Z12get_local_idj(i32)
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %x = load i32, ptr addrspace(1) @nothing
  %y = call i32 @_Z6nobodyi(i32 %x)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
!0 = !{!"int*"}
