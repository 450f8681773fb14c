; SPDX-License-Identifier: Apache-2.0
; Accesses in a loop count more than one after it. If the required size along a dimension is too
; short for lanes, rows run along another one.
; RUN: kernel-opt %s --passes=row-dimension -S | FileCheck %s

; CHECK: define void @product{{.*}} !quadcl.row_dimension
; CHECK: define void @narrow{{.*}} !quadcl.row_dimension
define void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %i, %n
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  %value = load float, ptr addrspace(1) %at
  %column = mul i64 %x, %n
  %first = add i64 %column, %i
  %from = getelementptr float, ptr addrspace(1) %b, i64 %first
  %factor = load float, ptr addrspace(1) %from
  %term = fmul float %value, %factor
  %more = fadd float %sum, %term
  %next = add i64 %i, 1
  %ends = icmp eq i64 %next, %n
  br i1 %ends, label %end, label %loop
end:
  %out.row = mul i64 %y, %n
  %out.place = add i64 %out.row, %x
  %out = getelementptr float, ptr addrspace(1) %a, i64 %out.place
  store float %more, ptr addrspace(1) %out
  ret void
}
define void @narrow(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !1 !reqd_work_group_size !2 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %y, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %p, i64 %place
  store float 1.0, ptr addrspace(1) %at
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
!1 = !{!"float*", !"long"}
!2 = !{i32 4, i32 64, i32 1}
