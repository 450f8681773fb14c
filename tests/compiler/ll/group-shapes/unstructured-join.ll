; SPDX-License-Identifier: Apache-2.0
; Before all paths of a varying branch have met, some of them may meet: values chosen there are varying, too,
; although the branches right before are uniform.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK-DAG: varying {{ *}}%at_m = phi
; CHECK-DAG: varying {{ *}}%at_n = phi
define void @k(i64 %i, i1 %c) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %apart = icmp ult i64 %id, 10
  br i1 %apart, label %a, label %b
a:
  br i1 %c, label %m, label %n
b:
  br i1 %c, label %m, label %n
m:
  %at_m = phi i64 [ 1, %a ], [ %i, %b ]
  br label %end
n:
  %at_n = phi i64 [ 1, %a ], [ %i, %b ]
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long", !"bool"}
