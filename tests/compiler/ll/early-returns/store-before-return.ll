; SPDX-License-Identifier: Apache-2.0
; A path that stores before it returns is no early return.
; RUN: kernel-opt %s --passes=early-returns -S | FileCheck %s

; CHECK: br i1 %out, label %note, label %body
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %x, %n
  br i1 %out, label %note, label %body
note:
  store i32 1, ptr addrspace(1) %p
  ret void
body:
  store i32 7, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"long"}
