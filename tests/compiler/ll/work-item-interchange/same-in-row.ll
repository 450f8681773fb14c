; SPDX-License-Identifier: Apache-2.0
; Neighbours in a row have the same values, since these come from the second local id and from a load at that place:
; lanes compute them once for all, so the loop stays as it is.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-NOT: call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %from = getelementptr float, ptr addrspace(1) %c, i64 %y
  %f = load float, ptr addrspace(1) %from
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %r0 = phi float [ 0.0, %entry ], [ %a8, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %a1 = fadd float %r0, %f
  %a2 = fadd float %a1, %f
  %a3 = fadd float %a2, %f
  %a4 = fadd float %a3, %f
  %a5 = fadd float %a4, %f
  %a6 = fadd float %a5, %f
  %a7 = fadd float %a6, %f
  %a8 = fadd float %a7, %f
  %next = add i64 %i, 1
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %r0, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
