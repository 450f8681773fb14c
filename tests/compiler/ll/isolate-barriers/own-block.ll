; SPDX-License-Identifier: Apache-2.0
; Barriers that follow each other, and stores around them, get their own blocks.
; RUN: kernel-opt %s --passes=isolate-barriers -S | FileCheck %s

; CHECK:      store float 1.0
; CHECK-NEXT: br label
; CHECK:      call void @_Z14quadcl_barrierv()
; CHECK-NEXT: br label
; CHECK:      call void @_Z14quadcl_barrierv()
; CHECK-NEXT: br label
; CHECK:      store float 2.0
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %b) !kernel_arg_type !0 {
  store float 1.0, ptr addrspace(1) %b
  call void @_Z14quadcl_barrierv()
  call void @_Z14quadcl_barrierv()
  store float 2.0, ptr addrspace(1) %b
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*"}
