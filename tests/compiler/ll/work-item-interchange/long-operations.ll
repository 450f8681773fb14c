; SPDX-License-Identifier: Apache-2.0
; A square root takes as long as twelve additions, which pay for keeping two values of each work-item.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:       body:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
; CHECK:       end:
; CHECK-NEXT:  call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %f = uitofp i64 %x to float
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %r0 = phi float [ 0.0, %entry ], [ %a8, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %a1 = fadd float %r0, %f
  %a8 = call float @llvm.sqrt.f32(float %a1)
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %r0, ptr addrspace(1) %out
  ret void
}
declare float @llvm.sqrt.f32(float)
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
