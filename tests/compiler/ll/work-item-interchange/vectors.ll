; SPDX-License-Identifier: Apache-2.0
; Much arithmetic on vectors of each work-item: their elements become scalars, from which LLVM makes vectors
; across work-items.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:       loop:
; CHECK:       phi float [ 0.000000e+00, %entry ]
; CHECK:       phi float [ 0.000000e+00, %entry ]
; CHECK:       body:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
; CHECK-NOT:   <2 x float>
; CHECK:       fadd float
; CHECK-NOT:   <2 x float>
; CHECK:       end:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %f = uitofp i64 %x to float
  %low = insertelement <2 x float> poison, float %f, i32 0
  %v = insertelement <2 x float> %low, float 1.0, i32 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %r0 = phi <2 x float> [ zeroinitializer, %entry ], [ %a8, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %a1 = fadd <2 x float> %r0, %v
  %a2 = fadd <2 x float> %a1, %v
  %a3 = fadd <2 x float> %a2, %v
  %a4 = fadd <2 x float> %a3, %v
  %a5 = fadd <2 x float> %a4, %v
  %a6 = fadd <2 x float> %a5, %v
  %a7 = fadd <2 x float> %a6, %v
  %a8 = fadd <2 x float> %a7, %v
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr <2 x float>, ptr addrspace(1) %c, i64 %x
  store <2 x float> %r0, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float2*", !"long"}
