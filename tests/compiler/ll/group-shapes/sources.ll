; SPDX-License-Identifier: Apache-2.0
; Local ids differ between the work-items of a group; values of the group or of the launch do not.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%local_id =
; CHECK: uniform {{ *}}%group_id =
; CHECK: uniform {{ *}}%local_size =
; CHECK: uniform {{ *}}%offset =
; CHECK: uniform {{ *}}%of_argument =
; CHECK: varying {{ *}}%private =
define void @k(i64 %n) !kernel_arg_type !0 {
  %local_id = call i64 @_Z12get_local_idj(i32 0)
  %group_id = call i64 @_Z12get_group_idj(i32 0)
  %local_size = call i64 @_Z14get_local_sizej(i32 0)
  %offset = call i64 @_Z17get_global_offsetj(i32 0)
  %of_argument = mul i64 %n, 3
  %private = alloca i32
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare i64 @_Z17get_global_offsetj(i32)
!0 = !{!"long"}
