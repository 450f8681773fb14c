; SPDX-License-Identifier: Apache-2.0
; Slots of large alignment come first, and each is at least as long as its alignment. So slot s of N
; work-items starts at N times its offset, aligned for any N.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: %byte: 1 bytes at 24
; CHECK: %three: 16 bytes at 0
; CHECK: %double: 8 bytes at 16
; CHECK: item memory 25, private memory 0
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %byte = load i8, ptr addrspace(1) %p
  %three = load <3 x float>, ptr addrspace(1) %p
  %double = load double, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  store i8 %byte, ptr addrspace(1) %p
  store <3 x float> %three, ptr addrspace(1) %p
  store double %double, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"char*"}
