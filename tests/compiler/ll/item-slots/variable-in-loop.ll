; SPDX-License-Identifier: Apache-2.0
; A variable of one region that runs again may keep its value from one iteration to the next.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: %v: 4 bytes
define void @k(ptr addrspace(1) %p, i32 %n) !kernel_arg_type !0 {
entry:
  %v = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @_Z14quadcl_barrierv()
  %old = load i32, ptr %v
  store i32 %old, ptr addrspace(1) %p
  store i32 %i, ptr %v
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"int"}
