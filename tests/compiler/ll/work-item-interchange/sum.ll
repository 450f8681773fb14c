; SPDX-License-Identifier: Apache-2.0
; A loop that keeps a sum for each work-item is not interchanged: lanes keep it in registers. A pointer that moves by the same
; step for all work-items is no such value. Sums that are stored in each iteration, which may change what all work-items load, are
; better in memory.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-LABEL: @sum(
; CHECK-NOT:   call void @_Z14quadcl_barrierv()
; CHECK-LABEL: @running_sum(
; CHECK:       call void @_Z14quadcl_barrierv()
; CHECK-LABEL: @moving_pointer(
; CHECK:       call void @_Z14quadcl_barrierv()
define void @sum(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
define void @running_sum(ptr addrspace(1) %b, ptr addrspace(1) %size, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %width = load i64, ptr addrspace(1) %size
  %row = mul i64 %i, %width
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  store float %sum_next, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
define void @moving_pointer(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %first = getelementptr float, ptr addrspace(1) %b, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %at = phi ptr addrspace(1) [ %first, %entry ], [ %at_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  store float 1.0, ptr addrspace(1) %at
  %at_next = getelementptr float, ptr addrspace(1) %at, i64 %n
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
