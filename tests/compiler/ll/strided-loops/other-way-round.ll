; SPDX-License-Identifier: Apache-2.0
; The exit may be the first successor, the bound the left operand, and the counter may count down.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK-LABEL: loop.common:
; CHECK-DAG:   icmp sge i64 %first, %n
; CHECK-DAG:   icmp sge i64 %{{[0-9]+}}, %n
; CHECK:       br i1 %{{[0-9]+}}, label %body.common, label %entry.split
; CHECK-LABEL: body.common:
; CHECK:       add i64 %first, -16
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %base, i64 %n, i64 %step) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = add i64 %base, %x
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %enough = icmp sgt i64 %n, %i
  br i1 %enough, label %end, label %body
body:
  %at = getelementptr float, ptr addrspace(1) %b, i64 %i
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  %next = add i64 %i, -16
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
