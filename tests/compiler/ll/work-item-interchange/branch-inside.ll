; SPDX-License-Identifier: Apache-2.0
; Work-items that diverge within an iteration gain nothing from vectors: both paths would be masked.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-NOT: call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %some = icmp ugt i64 %x, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  br i1 %some, label %store, label %latch
store:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  store float 1.0, ptr addrspace(1) %at
  br label %latch
latch:
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
