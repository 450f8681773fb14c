; SPDX-License-Identifier: Apache-2.0
; Work-items that leave a loop at different times have equal counters inside, and different ones afterwards.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%next = add i64 %i, 1
; CHECK: varying {{ *}}br i1 %more
; CHECK: varying {{ *}}%after = mul i64 %next, 2
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %end
end:
  %after = mul i64 %next, 2
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
