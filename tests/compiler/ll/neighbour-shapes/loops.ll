; SPDX-License-Identifier: Apache-2.0
; Around a loop a value keeps its stride if each iteration adds a uniform value.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: stride 1 {{ *}}%kept = phi
; CHECK: stride 1 {{ *}}%reversed = phi
; CHECK: varying {{ *}}%grows = phi
; CHECK: stride 4 {{ *}}%pointer = phi
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = getelementptr float, ptr addrspace(1) %p, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i_next, %loop ]
  %kept = phi i64 [ %x, %entry ], [ %kept_next, %loop ]
  %reversed = phi i64 [ %reversed_next, %loop ], [ %x, %entry ]
  %grows = phi i64 [ %x, %entry ], [ %grows_next, %loop ]
  %pointer = phi ptr addrspace(1) [ %start, %entry ], [ %pointer_next, %loop ]
  %reversed_next = add i64 %reversed, %n
  %kept_next = add i64 %kept, %n
  %grows_next = add i64 %grows, %x
  %pointer_next = getelementptr float, ptr addrspace(1) %pointer, i64 %n
  %i_next = add i64 %i, 1
  %more = icmp ult i64 %i_next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
