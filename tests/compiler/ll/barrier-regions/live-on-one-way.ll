; SPDX-License-Identifier: Apache-2.0
; A value that only one path needs is live behind the barriers on that path, and passes through the regions
; between.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: {{.*}}, next 1, live{{$}}
; CHECK-NEXT: region 1: {{.*}}, next 2 3, live %kept{{$}}
; CHECK-NEXT: region 2: {{.*}}, next end, live %kept{{$}}
; CHECK-NEXT: region 3: {{.*}}, next end, live{{$}}
define void @k(ptr addrspace(1) %p, i32 %mode) !kernel_arg_type !0 {
entry:
  %kept = load i32, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  %first = icmp eq i32 %mode, 1
  br i1 %first, label %a, label %b
a:
  call void @_Z14quadcl_barrierv()
  store i32 %kept, ptr addrspace(1) %p
  ret void
b:
  call void @_Z14quadcl_barrierv()
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"int"}
