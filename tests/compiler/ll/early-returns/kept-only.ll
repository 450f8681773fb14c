; SPDX-License-Identifier: Apache-2.0
; The opposite: only the early returns of the kernel are left. Work-items that would return meet a barrier, so
; the kernel's regions show whether any did.
; RUN: kernel-opt %s --passes='early-returns<keep>,isolate-barriers,show<barrier-regions>' -S | FileCheck %s

; CHECK:      region 0: {{.*}}, next 1 end (divergent), live{{$}}
; CHECK-NEXT: region 1: 1 blocks, next end, live{{$}}
; CHECK-LABEL: define void @k(
; CHECK:       br i1 %out, label %[[RETURNS:.*]], label %[[PASSES:.*]]
; CHECK-NOT:   store
; CHECK:       [[RETURNS]]:
; CHECK:       call void @_Z14quadcl_barrierv()
; CHECK:       [[PASSES]]:
; CHECK-NEXT:  ret void
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
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
