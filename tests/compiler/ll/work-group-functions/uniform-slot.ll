; SPDX-License-Identifier: Apache-2.0
; A uniform value is stored once, after the loops, and loaded before those of the next region. Each
; work-item's own values are stored and loaded inside.
; RUN: kernel-opt %s --passes=isolate-barriers,work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0(
; CHECK:       items.x:
; CHECK:       store i32 %own, ptr
; CHECK:       next.x:
; CHECK:       done:
; CHECK-NEXT:  store i32 %shared, ptr
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK:       prologue:
; CHECK:       %[[SHARED:.*]] = load i32, ptr {{%[0-9]+}}, align 4{{$}}
; CHECK:       items.x:
; CHECK:       %[[OWN:.*]] = load i32, ptr
; CHECK:       %sum = add i32 %[[SHARED]], %[[OWN]]
define void @k(ptr addrspace(4) %c, ptr addrspace(1) %p) !kernel_arg_type !0 {
  %shared = load i32, ptr addrspace(4) %c
  %own = load i32, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  %sum = add i32 %shared, %own
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"int*"}
