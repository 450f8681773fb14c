; SPDX-License-Identifier: Apache-2.0
; All calls for a collective's memory get one local variable, with eight bytes for each of 1024 work-items.
; RUN: kernel-opt %s --passes=group-scratch -S | FileCheck %s

; CHECK:     @[[SCRATCH:.*]] = internal addrspace(3) global [1024 x i64] undef
; CHECK:     store i32 1, ptr addrspace(3) @[[SCRATCH]]
; CHECK:     store i32 2, ptr addrspace(3) @[[SCRATCH]]
; CHECK-NOT: call ptr addrspace(3)
define void @f() {
  %p = call ptr addrspace(3) @_Z20quadcl_group_scratchv()
  store i32 1, ptr addrspace(3) %p
  ret void
}
define void @g() {
  %p = call ptr addrspace(3) @_Z20quadcl_group_scratchv()
  store i32 2, ptr addrspace(3) %p
  ret void
}
declare ptr addrspace(3) @_Z20quadcl_group_scratchv()
