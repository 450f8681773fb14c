; SPDX-License-Identifier: Apache-2.0
; Work-items that diverge inside a loop and meet again in each iteration leave it together: its counter stays
; uniform.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%i = phi
; CHECK: varying {{ *}}%sum = phi
; CHECK: varying {{ *}}br i1 %chosen
; CHECK: uniform {{ *}}br i1 %more
; CHECK: uniform {{ *}}%of_counter = mul i64 %next, 2
; CHECK: varying {{ *}}%of_sum = mul i64 %new_sum, 2
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i64 [ 0, %entry ], [ %new_sum, %latch ]
  %chosen = icmp eq i64 %i, %id
  br i1 %chosen, label %add, label %latch
add:
  %added = add i64 %sum, %i
  br label %latch
latch:
  %new_sum = phi i64 [ %sum, %loop ], [ %added, %add ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %of_counter = mul i64 %next, 2
  %of_sum = mul i64 %new_sum, 2
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
