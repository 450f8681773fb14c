; SPDX-License-Identifier: Apache-2.0
; Rows stay along x if another dimension is not better by far or is too short, or if a dimension is known only when
; the kernel runs.
; RUN: kernel-opt %s --passes=row-dimension -S | FileCheck %s

; CHECK-NOT: quadcl.row_dimension
define void @transpose(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %column = mul i64 %x, %n
  %to = add i64 %column, %y
  %row = mul i64 %y, %n
  %from = add i64 %row, %x
  %read = getelementptr float, ptr addrspace(1) %in, i64 %from
  %value = load float, ptr addrspace(1) %read
  %written = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %value, ptr addrspace(1) %written
  ret void
}
define void @near(ptr addrspace(1) %out) !kernel_arg_type !1 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %x, 4
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
define void @short(ptr addrspace(1) %out, i64 %n) !kernel_arg_type !2 !reqd_work_group_size !3 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %x, %n
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
define void @any_dimension(ptr addrspace(1) %out, i64 %n, i32 %dimension) !kernel_arg_type !4 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %any = call i64 @_Z12get_local_idj(i32 %dimension)
  %row = mul i64 %x, %n
  %place = add i64 %row, %y
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %place
  store i64 %any, ptr addrspace(1) %at
  ret void
}
; Work-items along y would race, so there is one only.
define void @one_row(ptr addrspace(3) %s, ptr addrspace(1) %in, i64 %n) !kernel_arg_type !5 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %column = mul i64 %x, %n
  %from = add i64 %column, %y
  %read = getelementptr float, ptr addrspace(1) %in, i64 %from
  %value = load float, ptr addrspace(1) %read
  %written = getelementptr float, ptr addrspace(3) %s, i64 %x
  store float %value, ptr addrspace(3) %written
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
!1 = !{!"float*"}
!2 = !{!"float*", !"long"}
!3 = !{i32 32, i32 4, i32 1}
!4 = !{!"long*", !"long", !"int"}
!5 = !{!"float*", !"float*", !"long"}
