; SPDX-License-Identifier: Apache-2.0
; Where the paths of a branch meet, the value depends on the path: it is varying if the branch is.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}br i1 %together
; CHECK: uniform {{ *}}%after_together = phi
; CHECK: varying {{ *}}br i1 %apart
; CHECK: varying {{ *}}%after_apart = phi
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %together = icmp ult i64 %n, 10
  br i1 %together, label %a, label %meet
a:
  br label %meet
meet:
  %after_together = phi i64 [ 1, %entry ], [ %n, %a ]
  %apart = icmp ult i64 %id, 10
  br i1 %apart, label %b, label %end
b:
  br label %end
end:
  %after_apart = phi i64 [ 1, %meet ], [ %n, %b ]
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
