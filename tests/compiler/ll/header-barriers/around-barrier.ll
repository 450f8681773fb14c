; SPDX-License-Identifier: Apache-2.0
; A loop with a barrier exits at its header. The code before the barrier and the code after the loop become
; separate regions.
; RUN: kernel-opt %s --passes=header-barriers -S | FileCheck %s

; CHECK:      loop:
; CHECK-NOT:  quadcl_barrier
; CHECK:      body:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK:      store float 1.0
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NEXT: %next
; CHECK:      end:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NEXT: store float 2.0
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  store float 1.0, ptr addrspace(1) %b
  call void @_Z14quadcl_barrierv()
  %next = add i64 %i, 1
  br label %loop
end:
  store float 2.0, ptr addrspace(1) %b
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long"}
