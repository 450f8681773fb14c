; SPDX-License-Identifier: Apache-2.0
; A fixed local size is a constant, for the loops and for queries.
; RUN: kernel-opt %s --passes=work-group-functions --local-size 8,2,1 -S | FileCheck %s

; CHECK-NOT: i32 0, i32 4
; CHECK:     store i64 2, ptr addrspace(1) %0
; CHECK:     icmp ult i64 {{.*}}, 8
; CHECK:     icmp ult i64 {{.*}}, 2
; CHECK:     icmp ult i64 {{.*}}, 1
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %size = call i64 @_Z14get_local_sizej(i32 1)
  store i64 %size, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z14get_local_sizej(i32)
!0 = !{!"long*"}
