; SPDX-License-Identifier: Apache-2.0
; A return after a store is no early return: the store must also happen in work-items that return.
; RUN: kernel-opt %s --passes=early-returns -S | FileCheck %s

; CHECK: br i1 %out, label %end, label %body
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  store i32 1, ptr addrspace(1) %p
  %out = icmp uge i64 %x, %n
  br i1 %out, label %end, label %body
body:
  store i32 7, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"long"}
