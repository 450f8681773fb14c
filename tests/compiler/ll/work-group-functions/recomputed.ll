; SPDX-License-Identifier: Apache-2.0
; An id behind a barrier is recomputed from the loop counter, not loaded.
; RUN: kernel-opt %s --passes=isolate-barriers,work-group-functions -S | FileCheck %s

; CHECK:       ; k.group: local 0, item 0, private 0 bytes
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK:       items.x:
; CHECK-NEXT:  %[[X:.*]] = phi i64
; CHECK-NOT:   load
; CHECK:       store i64 %[[X]], ptr addrspace(1) %0
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  store i64 %x, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  store i64 %x, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"long*"}
