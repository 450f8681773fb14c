; SPDX-License-Identifier: Apache-2.0
; A loop that also exits from its middle does not change.
; RUN: kernel-opt %s --passes=header-barriers -S | FileCheck %s

; CHECK-COUNT-1: call void @_Z14quadcl_barrierv()
; CHECK-NOT:     call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, i64 %n, i64 %m) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  store float 1.0, ptr addrspace(1) %b
  call void @_Z14quadcl_barrierv()
  %stop = icmp eq i64 %i, %m
  br i1 %stop, label %end, label %latch
latch:
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long", !"long"}
