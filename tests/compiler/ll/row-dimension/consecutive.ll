; SPDX-License-Identifier: Apache-2.0
; Rows run along the dimension in which neighbours access consecutive places. In a kernel with rows along y, x
; and y change places.
; RUN: kernel-opt %s --passes='row-dimension,show<neighbour-shapes>' -S | FileCheck %s

; CHECK:     stride 1 {{ *}}%y =
; CHECK:     define void @along_x{{.*}} !kernel_arg_type !{{[0-9]+}} {
; CHECK:     %x = call i64 @_Z12get_local_idj(i32 0)
; CHECK:     define void @along_y{{.*}} !quadcl.row_dimension ![[Y:[0-9]+]] {
; CHECK:     %x = call i64 @_Z12get_local_idj(i32 1)
; CHECK:     %y = call i64 @_Z12get_local_idj(i32 0)
; CHECK:     %size = call i64 @_Z14get_local_sizej(i32 0)
; CHECK:     %groups = call i64 @_Z14get_num_groupsj(i32 2)
; CHECK:     %none = call i64 @_Z14get_num_groupsj(i32 3)
; CHECK:     define void @along_z{{.*}} !quadcl.row_dimension ![[Z:[0-9]+]] {
; CHECK:     %y = call i64 @_Z12get_local_idj(i32 1)
; CHECK:     %z = call i64 @_Z12get_local_idj(i32 0)
; CHECK-DAG: ![[Y]] = !{i32 1}
; CHECK-DAG: ![[Z]] = !{i32 2}
define void @along_x(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %y, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %p, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
define void @along_y(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %size = call i64 @_Z14get_local_sizej(i32 1)
  %groups = call i64 @_Z14get_num_groupsj(i32 2)
  %none = call i64 @_Z14get_num_groupsj(i32 3)
  %row = mul i64 %x, %n
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %p, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
define void @along_z(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %y = call i64 @_Z12get_local_idj(i32 1)
  %z = call i64 @_Z12get_local_idj(i32 2)
  %row = mul i64 %y, %n
  %place = add i64 %row, %z
  %at = getelementptr float, ptr addrspace(1) %p, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare i64 @_Z14get_num_groupsj(i32)
!0 = !{!"float*", !"long"}
