; SPDX-License-Identifier: Apache-2.0
; Results are discarded when barriers are added, here behind the header of a loop that contains one.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>,header-barriers,isolate-barriers,show<barrier-regions>' \
; RUN:   | FileCheck %s

; CHECK:      region 0: {{.*}}, next 1 end
; CHECK-NEXT: region 1: {{.*}}, next 1 end
; CHECK-NEXT: region 0: {{.*}}, next 1 3
; CHECK-NEXT: region 1: {{.*}}, next 2,
; CHECK-NEXT: region 2: {{.*}}, next 1 3
; CHECK-NEXT: region 3: {{.*}}, next end
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
declare void @_Z14quadcl_barrierv()
!0 = !{!"float*", !"long"}
