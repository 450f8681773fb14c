; SPDX-License-Identifier: Apache-2.0
; Consecutive vectors: the vectors of the source are good enough.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-NOT: call void @_Z14quadcl_barrierv()
; CHECK:     load <2 x float>
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi <2 x float> [ zeroinitializer, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr <2 x float>, ptr addrspace(1) %b, i64 %place
  %value = load <2 x float>, ptr addrspace(1) %at
  %a1 = fmul <2 x float> %sum, %sum
  %a2 = fmul <2 x float> %a1, %sum
  %a3 = fmul <2 x float> %a2, %sum
  %sum_next = fadd <2 x float> %a3, %value
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr <2 x float>, ptr addrspace(1) %c, i64 %x
  store <2 x float> %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float2*", !"float2*", !"long"}
