; SPDX-License-Identifier: Apache-2.0
; The step is computed in each iteration, but always equal: it is computed once.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK-LABEL: entry:
; CHECK:       %size = call i64 @_Z18quadcl_global_sizej(i32 0)
; CHECK:       %twice = shl i64 %size, 1
; CHECK-LABEL: loop.common:
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %base, i64 %n, i64 %step) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = add i64 %base, %x
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %at = getelementptr float, ptr addrspace(1) %b, i64 %i
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  %size = call i64 @_Z18quadcl_global_sizej(i32 0)
  %twice = shl i64 %size, 1
  %next = add i64 %i, %twice
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z18quadcl_global_sizej(i32)
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
