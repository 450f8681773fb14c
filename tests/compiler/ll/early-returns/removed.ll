; SPDX-License-Identifier: Apache-2.0
; Early returns at the start are removed, one after the other, on whichever path of the branch.
; RUN: kernel-opt %s --passes=early-returns -S | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT:   br i1
; CHECK:       store i32 7
; CHECK:       ret void
define void @k(ptr addrspace(1) %p, i64 %n, i64 %m) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %x_out = icmp uge i64 %x, %n
  br i1 %x_out, label %end, label %second
second:
  %y = load i64, ptr addrspace(1) %p
  %y_in = icmp ult i64 %y, %m
  br i1 %y_in, label %body, label %end
body:
  store i32 7, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"long", !"long"}
