; SPDX-License-Identifier: Apache-2.0
; A variable that is only used between two barriers stays on the stack. One that is used on both sides of a
; barrier, or whose address escapes, is kept for each work-item.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK-NOT: %inside
; CHECK:     %across: 16 bytes
; CHECK:     %escapes: 4 bytes
; CHECK-NOT: %inside
; CHECK:     item memory 20, private memory 28
define void @k(ptr addrspace(1) %p, i64 %i) !kernel_arg_type !0 {
  %inside = alloca i64
  %across = alloca [4 x i32]
  %escapes = alloca i32
  %element = getelementptr i32, ptr %across, i64 %i
  store i32 1, ptr %element
  store ptr %escapes, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  store volatile i64 1, ptr %inside
  %x = load volatile i64, ptr %inside
  store i64 %x, ptr addrspace(1) %p
  %other = getelementptr i32, ptr %across, i64 2
  %y = load i32, ptr %other
  store i32 %y, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"long*", !"long"}
