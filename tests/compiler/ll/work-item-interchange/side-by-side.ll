; SPDX-License-Identifier: Apache-2.0
; Neighbours along x read and write consecutive elements in each iteration. Barriers before the body and after the loop
; put the loop over work-items inside.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:       entry:
; CHECK-NOT:   quadcl_barrier
; CHECK:       body:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
; CHECK:       store float
; CHECK-NOT:   quadcl_barrier
; CHECK:       end:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  %value = load float, ptr addrspace(1) %at
  %to = getelementptr float, ptr addrspace(1) %c, i64 %place
  store float %value, ptr addrspace(1) %to
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long"}
