; SPDX-License-Identifier: Apache-2.0
; A kernel without barriers is one region, whatever loops it has, and no value lives across a barrier.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK: region 0: 3 blocks, next end, live{{$}}
; CHECK-NOT: region
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
!0 = !{!"int*", !"long"}
