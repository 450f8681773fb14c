; SPDX-License-Identifier: Apache-2.0
; A condition that neighbours share chooses one index for all of them. What they load from one place may change
; in between, so that they are only assumed to share it.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%is_first =
; CHECK: stride 1 {{ *}}%index =
; CHECK: varying {{ *}}%other =
; CHECK: stride 0 assumed {{ *}}%is_set =
; CHECK: stride 1 assumed {{ *}}%by_flag =
define void @k(i64 %n, ptr addrspace(1) %flag) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %is_first = icmp eq i64 %y, 0
  %next = add i64 %x, %n
  %index = select i1 %is_first, i64 %x, i64 %next
  %other = select i1 %is_first, i64 %x, i64 %n
  %loaded = load i64, ptr addrspace(1) %flag
  %is_set = icmp ne i64 %loaded, 0
  %by_flag = select i1 %is_set, i64 %x, i64 %next
  store i64 0, ptr addrspace(1) %flag
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long", !"long*"}
