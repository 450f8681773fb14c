; SPDX-License-Identifier: Apache-2.0
; Not split: an unknown function may do anything.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK-NOT: loop.common:
; CHECK:     loop:
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
  call void @f()
  %sum_next = fadd float %sum, %value
  %next = add i64 %i, %step
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @f()
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
