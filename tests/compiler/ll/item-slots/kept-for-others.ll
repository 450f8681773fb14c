; SPDX-License-Identifier: Apache-2.0
; An address is computed again from a uniform value that is kept, here the sum of the steps of a loop. One from a value
; that each work-item has of its own is kept, too.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: %steps: 8 bytes at {{[0-9]+}} for all
; CHECK: %address: computed again
; CHECK: %other: 8 bytes at {{[0-9]+$}}
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = getelementptr float, ptr addrspace(1) %p, i64 %x
  br label %loop
loop:
  %steps = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = getelementptr i8, ptr addrspace(1) %start, i64 %steps
  %own = load i64, ptr addrspace(1) %start
  %other = getelementptr float, ptr addrspace(1) %start, i64 %own
  call void @_Z14quadcl_barrierv()
  store float 1.0, ptr addrspace(1) %address
  store float 2.0, ptr addrspace(1) %other
  %next = add i64 %steps, %n
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long"}
