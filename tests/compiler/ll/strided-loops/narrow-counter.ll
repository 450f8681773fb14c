; SPDX-License-Identifier: Apache-2.0
; LLVM widens a narrow counter if something wide is added to it; it becomes narrow again.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK-LABEL: loop.common:
; CHECK:       %first = phi i32
; CHECK-LABEL: body.common:
; CHECK:       %[[I:[0-9]+]] = add nuw i32 %first,
; CHECK:       zext i32 %[[I]] to i64
; CHECK-LABEL: loop:
; CHECK:       phi i32
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %base, i32 %n, i64 %step) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = add i64 %base, %x
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %short = trunc i64 %i to i32
  %more = icmp ult i32 %short, %n
  br i1 %more, label %body, label %end
body:
  %index = and i64 %i, 4294967295
  %at = getelementptr float, ptr addrspace(1) %b, i64 %index
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  %next = add i64 %index, %step
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
