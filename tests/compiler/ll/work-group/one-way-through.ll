; SPDX-License-Identifier: Apache-2.0
; A loop that all work-items run together, with the loop over work-items inside: values are stored to their
; slots where they are computed, so only the number of the next region depends on whether the loop continues.
; RUN: kernel-opt %s --passes='work-group,function(simplifycfg)' -S | FileCheck %s

; CHECK-LABEL: define internal i32 @{{.*}}.region1(
; CHECK:       items.x:
; CHECK-NOT:   br
; CHECK:       store float %sum
; CHECK-NOT:   br
; CHECK:       select i1 %more, i32 1, i32 2
; CHECK-NOT:   br
; CHECK:       br i1 {{.*}}, label %items.x
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  call void @_Z14quadcl_barrierv()
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
declare void @_Z14quadcl_barrierv()
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
