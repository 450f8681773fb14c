; SPDX-License-Identifier: Apache-2.0
; A loop with two entries needs no special treatment.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: {{.*}}, next 1 2, live{{$}}
; CHECK-NEXT: region 1: {{.*}}, next 2, live{{$}}
; CHECK-NEXT: region 2: {{.*}}, next 1 end, live{{$}}
define void @k(i32 %n, i1 %again) !kernel_arg_type !0 {
entry:
  %first = icmp eq i32 %n, 0
  br i1 %first, label %a, label %b
a:
  call void @_Z14quadcl_barrierv()
  br label %b
b:
  call void @_Z14quadcl_barrierv()
  br i1 %again, label %a, label %end
end:
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int", !"bool"}
