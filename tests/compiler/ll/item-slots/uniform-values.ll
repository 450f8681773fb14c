; SPDX-License-Identifier: Apache-2.0
; A uniform value has one place for all work-items.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: %shared: 4 bytes at {{[0-9]+}} for all
; CHECK: %own: 4 bytes at {{[0-9]+$}}
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
