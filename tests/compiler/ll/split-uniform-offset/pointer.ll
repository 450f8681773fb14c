; SPDX-License-Identifier: Apache-2.0
; A pointer that all work-items advance by the same bytes is, at each use, its start plus the sum of the steps.
; Without a barrier in the loop it stays, and so does one that work-items advance by different steps.
; RUN: kernel-opt %s --passes=split-uniform-offset -S | FileCheck %s

; CHECK-LABEL: @same(
; CHECK:      %p.steps = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT:  phi ptr
; CHECK:      %[[PLACE:.*]] = getelementptr i8, ptr addrspace(1) %start, i64 %p.steps
; CHECK-NEXT: load float, ptr addrspace(1) %[[PLACE]]
; CHECK:      %[[BYTES:.*]] = mul i64 %n, 4
; CHECK-NEXT: %[[NEXT]] = add i64 %p.steps, %[[BYTES]]
define void @same(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = getelementptr float, ptr addrspace(1) %b, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %start, %entry ], [ %p.next, %loop ]
  call void @_Z14quadcl_barrierv()
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %c
  %p.next = getelementptr float, ptr addrspace(1) %p, i64 %n
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: @different(
; CHECK: phi ptr
define void @different(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %b, %entry ], [ %p.next, %loop ]
  call void @_Z14quadcl_barrierv()
  %value = load float, ptr addrspace(1) %p
  store float %value, ptr addrspace(1) %c
  %p.next = getelementptr float, ptr addrspace(1) %p, i64 %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"float*", !"long"}
