; SPDX-License-Identifier: Apache-2.0
; A vector that all neighbours read is read element by element.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:       body:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
; CHECK-NOT:   load <2 x float>
; CHECK:       load float
; CHECK:       load float
; CHECK:       end:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %from = getelementptr <2 x float>, ptr addrspace(1) %c, i64 %x
  %first = load <2 x float>, ptr addrspace(1) %from
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi <2 x float> [ %first, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %at = getelementptr <2 x float>, ptr addrspace(1) %b, i64 %i
  %value = load <2 x float>, ptr addrspace(1) %at
  %a1 = fmul <2 x float> %sum, %sum
  %a2 = fmul <2 x float> %a1, %sum
  %a3 = fmul <2 x float> %a2, %sum
  %a4 = fmul <2 x float> %a3, %sum
  %a5 = fmul <2 x float> %a4, %sum
  %a6 = fmul <2 x float> %a5, %sum
  %a7 = fmul <2 x float> %a6, %sum
  %sum_next = fadd <2 x float> %a7, %value
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr <2 x float>, ptr addrspace(1) %c, i64 %x
  store <2 x float> %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float2*", !"float2*", !"long"}
