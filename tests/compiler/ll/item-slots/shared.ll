; SPDX-License-Identifier: Apache-2.0
; The value of one iteration and that of the next share a slot, unless both are needed after a barrier.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: %sum: 4 bytes at [[OFFSET:[0-9]+]]
; CHECK: %added: 4 bytes at [[OFFSET]]
; CHECK: %old: 4 bytes at [[OLD:[0-9]+]]
; CHECK-NOT: %new: 4 bytes at [[OLD]]
; CHECK: %new: 4 bytes
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %place = getelementptr float, ptr addrspace(1) %p, i64 %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  call void @_Z14quadcl_barrierv()
  %value = load float, ptr addrspace(1) %place
  %added = fadd float %sum, %value
  call void @_Z14quadcl_barrierv()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %between
between:
  store float %added, ptr addrspace(1) %place
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %following, %second ]
  %old = phi float [ 0.0, %between ], [ %new, %second ]
  %read = load float, ptr addrspace(1) %place
  %new = fadd float %old, %read
  call void @_Z14quadcl_barrierv()
  %both = fadd float %old, %new
  store float %both, ptr addrspace(1) %place
  %following = add i64 %j, 1
  %again = icmp ult i64 %following, %n
  br i1 %again, label %second, label %done
done:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long"}
