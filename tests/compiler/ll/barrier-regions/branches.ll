; SPDX-License-Identifier: Apache-2.0
; Barriers on both paths of a branch, and one behind it: regions share the code where the paths meet.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: {{[0-9]+}} blocks, next 1 2, live{{$}}
; CHECK-NEXT: region 1: {{[0-9]+}} blocks, next 3, live{{$}}
; CHECK-NEXT: region 2: {{[0-9]+}} blocks, next 3, live{{$}}
; CHECK-NEXT: region 3: {{[0-9]+}} blocks, next end, live %met{{$}}
define void @k(ptr addrspace(1) %p, i32 %mode) !kernel_arg_type !0 {
entry:
  %first = icmp eq i32 %mode, 1
  br i1 %first, label %a, label %b
a:
  call void @_Z14quadcl_barrierv()
  br label %meet
b:
  call void @_Z14quadcl_barrierv()
  br label %meet
meet:
  %met = phi i32 [ 1, %a ], [ 2, %b ]
  call void @_Z14quadcl_barrierv()
  store i32 %met, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"int"}
