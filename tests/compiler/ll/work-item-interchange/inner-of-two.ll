; SPDX-License-Identifier: Apache-2.0
; Of two nested loops, the inner one is interchanged.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK:     outer:
; CHECK-NOT: quadcl_barrier
; CHECK:     body:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NOT: quadcl_barrier
; CHECK:     outer_latch:
; CHECK-NEXT: call void @_Z14quadcl_barrierv()
; CHECK-NOT: call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j_next, %outer_latch ]
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %outer_latch
body:
  %row = mul i64 %i, %j
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  store float 1.0, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %inner
outer_latch:
  %j_next = add i64 %j, 1
  %j_more = icmp ult i64 %j_next, %n
  br i1 %j_more, label %outer, label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
