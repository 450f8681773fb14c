; SPDX-License-Identifier: Apache-2.0
; A loop that slides a window over a row is not interchanged: the sum stays in a register. Down a column it is.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-LABEL: @along(
; CHECK-NOT: call void @_Z14quadcl_barrierv()
; CHECK-LABEL: @down(
; CHECK: call void @_Z14quadcl_barrierv()
define void @along(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %place = add i64 %i, %x
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
define void @down(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
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
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
