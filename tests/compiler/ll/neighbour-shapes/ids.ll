; SPDX-License-Identifier: Apache-2.0
; Neighbours along x differ by one in the first local id, and in no other value of the launch.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: stride 1 {{ *}}%x =
; CHECK: uniform {{ *}}%y =
; CHECK: uniform {{ *}}%z =
; CHECK: uniform {{ *}}%group =
; CHECK: uniform {{ *}}%uniform =
; CHECK: varying {{ *}}%any =
define void @k(i64 %n, i32 %dimension) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %z = call i64 @_Z12get_local_idj(i32 2)
  %group = call i64 @_Z12get_group_idj(i32 0)
  %uniform = mul i64 %n, %group
  %any = call i64 @_Z12get_local_idj(i32 %dimension)
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
!0 = !{!"long", !"int"}
