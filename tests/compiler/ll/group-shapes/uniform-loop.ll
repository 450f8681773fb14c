; SPDX-License-Identifier: Apache-2.0
; A loop with a uniform number of iterations has a uniform counter, inside and afterwards.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK-NOT: varying
; CHECK: uniform {{ *}}%i = phi
; CHECK: uniform {{ *}}br i1 %more
; CHECK: uniform {{ *}}%after =
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %after = mul i64 %next, 2
  ret void
}
!0 = !{!"long"}
