; SPDX-License-Identifier: Apache-2.0
; If a barrier is already behind the header, no other is added.
; RUN: kernel-opt %s --passes=header-barriers -S | FileCheck %s

; CHECK:      body:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NEXT: store
; CHECK:      end:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  call void @_Z14quadcl_barrierv()
  store float 1.0, ptr addrspace(1) %b
  %next = add i64 %i, 1
  br label %loop
end:
  call void @_Z14quadcl_barrierv()
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long"}
