; SPDX-License-Identifier: Apache-2.0
; A return inside of a loop stays.
; RUN: kernel-opt %s --passes=early-returns -S | FileCheck %s

; CHECK: br i1 %out, label %end, label %latch
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %out = icmp eq i64 %i, 1000
  br i1 %out, label %end, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %body
body:
  store i32 7, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
!0 = !{!"int*", !"long"}
