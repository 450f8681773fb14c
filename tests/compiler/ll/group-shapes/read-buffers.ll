; SPDX-License-Identifier: Apache-2.0
; A value that all work-items read from one place of a buffer is uniform if the kernel only reads the buffer. It is
; varying if the kernel also writes the buffer, or if the load is volatile.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: uniform  %limit = load i32, ptr addrspace(1) %read
; CHECK: varying  %own = load i32, ptr addrspace(1) %place
; CHECK: varying  %other = load i32, ptr addrspace(1) %written
; CHECK: varying  %flag = load volatile i32, ptr addrspace(1) %read
define void @k(ptr addrspace(1) %read, ptr addrspace(1) %written) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %limit = load i32, ptr addrspace(1) %read
  %place = getelementptr i32, ptr addrspace(1) %read, i64 %id
  %own = load i32, ptr addrspace(1) %place
  %other = load i32, ptr addrspace(1) %written
  %to = getelementptr i32, ptr addrspace(1) %written, i64 %id
  store i32 %own, ptr addrspace(1) %to
  ret void
}
define void @watch(ptr addrspace(1) %read) !kernel_arg_type !1 {
  %flag = load volatile i32, ptr addrspace(1) %read
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"int*"}
!1 = !{!"int*"}
