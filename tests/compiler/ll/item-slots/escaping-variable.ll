; SPDX-License-Identifier: Apache-2.0
; A function may keep a pointer argument, so its target may be needed behind any barrier.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK-DAG: %kept: 4 bytes
; CHECK-DAG: %box: 8 bytes
; CHECK-NOT: %own:
; CHECK:     item memory 12, private memory 16
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %kept = alloca i32
  %own = alloca i32
  %box = alloca ptr
  store volatile i32 1, ptr %own
  call void @keep(ptr %box, ptr %kept)
  call void @_Z14quadcl_barrierv()
  %again = load ptr, ptr %box
  %value = load i32, ptr %again
  store i32 %value, ptr addrspace(1) %p
  ret void
}
define void @keep(ptr %box, ptr %pointer) {
  store ptr %pointer, ptr %box
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*"}
