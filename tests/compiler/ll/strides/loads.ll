; SPDX-License-Identifier: Apache-2.0
; A value loaded from one place is equal for neighbours; values from different places may be anything.
; RUN: kernel-opt %s --passes='show<strides>' | FileCheck %s

; CHECK: stride 0 {{ *}}%same =
; CHECK: stride unknown {{ *}}%own =
; CHECK: stride unknown {{ *}}%indirect =
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %same = load i64, ptr addrspace(1) %p
  %place = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %own = load i64, ptr addrspace(1) %place
  %indirect = getelementptr float, ptr addrspace(1) %p, i64 %own
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long*"}
