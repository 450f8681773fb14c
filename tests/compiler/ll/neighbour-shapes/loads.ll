; SPDX-License-Identifier: Apache-2.0
; A value loaded from one place is equal for neighbours, for certain if nothing is written there; values from
; different places may be anything.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%same =
; CHECK: varying {{ *}}%own =
; CHECK: varying {{ *}}%indirect =
; CHECK: stride 0 assumed {{ *}}%changed =
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %same = load i64, ptr addrspace(1) %p
  %place = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %own = load i64, ptr addrspace(1) %place
  %indirect = getelementptr float, ptr addrspace(1) %p, i64 %own
  %changed = load i64, ptr addrspace(1) %q
  %other = getelementptr i64, ptr addrspace(1) %q, i64 %x
  store i64 %own, ptr addrspace(1) %other
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long*", !"long*"}
