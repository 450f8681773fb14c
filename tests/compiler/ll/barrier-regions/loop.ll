; SPDX-License-Identifier: Apache-2.0
; A barrier in a loop is followed by itself or by the end, and what the loop carries is live.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: {{[0-9]+}} blocks, next 1 end, live{{$}}
; CHECK-NEXT: region 1: {{[0-9]+}} blocks, next 1 end, live %i %sum{{$}}
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i_next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  call void @_Z14quadcl_barrierv()
  %x = load i64, ptr addrspace(1) %p
  %sum_next = add i64 %sum, %x
  %i_next = add i64 %i, 1
  br label %loop
end:
  store i64 %sum, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"long*", !"long"}
