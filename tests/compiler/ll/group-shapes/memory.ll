; SPDX-License-Identifier: Apache-2.0
; A load from one address of constant memory is uniform. Loads from memory that the kernel writes are varying:
; work-items may write it between their reads.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%constant =
; CHECK: varying {{ *}}%constant_at_id =
; CHECK: varying {{ *}}%volatile =
; CHECK: varying {{ *}}%global =
; CHECK: varying {{ *}}%local =
define void @k(ptr addrspace(4) %c, ptr addrspace(1) %g, ptr addrspace(3) %l) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %constant = load i32, ptr addrspace(4) %c
  %at_id = getelementptr i32, ptr addrspace(4) %c, i64 %id
  %constant_at_id = load i32, ptr addrspace(4) %at_id
  %volatile = load volatile i32, ptr addrspace(4) %c
  %global = load i32, ptr addrspace(1) %g
  %local = load i32, ptr addrspace(3) %l
  store i32 1, ptr addrspace(1) %g
  store i32 1, ptr addrspace(3) %l
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"int*", !"int*"}
