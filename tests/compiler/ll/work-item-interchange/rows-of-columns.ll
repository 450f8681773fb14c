; SPDX-License-Identifier: Apache-2.0
; A loop that stores rows of what it reads from columns in local memory is interchanged, also with vectors: a work-item
; on its own would store to a column. Reading columns of global memory is no reason.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-LABEL: define void @from_local(
; CHECK: call void @_Z14quadcl_barrierv()
define void @from_local(ptr addrspace(1) %to, ptr addrspace(3) %tile, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %column = mul i64 %x, 64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %place = add i64 %column, %i
  %from = getelementptr <2 x i32>, ptr addrspace(3) %tile, i64 %place
  %value = load <2 x i32>, ptr addrspace(3) %from
  %row = mul i64 %i, %n
  %out = add i64 %row, %x
  %at = getelementptr <2 x i32>, ptr addrspace(1) %to, i64 %out
  store <2 x i32> %value, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}

; CHECK-LABEL: define void @from_global(
; CHECK-NOT: call void @_Z14quadcl_barrierv()
define void @from_global(ptr addrspace(1) %to, ptr addrspace(1) %tile, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %column = mul i64 %x, 64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %place = add i64 %column, %i
  %from = getelementptr i32, ptr addrspace(1) %tile, i64 %place
  %value = load i32, ptr addrspace(1) %from
  %row = mul i64 %i, %n
  %out = add i64 %row, %x
  %at = getelementptr i32, ptr addrspace(1) %to, i64 %out
  store i32 %value, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
