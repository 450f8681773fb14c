; SPDX-License-Identifier: Apache-2.0
; A vector that all neighbours read, beside consecutive numbers, is read element by element.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:       body:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
; CHECK-NOT:   load <2 x float>
; CHECK:       load float
; CHECK:       load float
; CHECK:       load float
; CHECK:       end:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %at = getelementptr <2 x float>, ptr addrspace(1) %b, i64 %i
  %value = load <2 x float>, ptr addrspace(1) %at
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %near = getelementptr float, ptr addrspace(1) %b, i64 %place
  %number = load float, ptr addrspace(1) %near
  %one = insertelement <2 x float> poison, float %number, i32 0
  %both = shufflevector <2 x float> %one, <2 x float> poison, <2 x i32> zeroinitializer
  %pair = fmul <2 x float> %value, %both
  %left = extractelement <2 x float> %pair, i32 0
  %right = extractelement <2 x float> %pair, i32 1
  %product = fmul float %left, %right
  store float %product, ptr addrspace(1) %near
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float2*", !"long"}
