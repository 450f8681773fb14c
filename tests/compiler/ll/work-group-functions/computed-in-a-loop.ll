; SPDX-License-Identifier: Apache-2.0
; A value that a region computes in its own loop is stored to its slot at the end of the region.
; RUN: kernel-opt %s --passes=isolate-barriers,work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0(
; CHECK:       loop:
; CHECK-NOT:   store i32 %sum
; CHECK:       br i1 %more
; CHECK:       store i32 %sum_next, ptr
; CHECK:       next.x:
define void @k(ptr addrspace(1) %p, i32 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum_next, %loop ]
  %value = load i32, ptr addrspace(1) %p
  %sum_next = add i32 %sum, %value
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  call void @_Z14quadcl_barrierv()
  store i32 %sum_next, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"int"}
