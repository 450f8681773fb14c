; SPDX-License-Identifier: Apache-2.0
; Neighbours are assumed to go the same way. Where they cannot be told to, a value that each way chooses alike
; is assumed to have its stride, and is not taken for one that is proven to be uniform.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%apart =
; CHECK: stride 0 assumed {{ *}}%shared = phi
; CHECK: stride 1 assumed {{ *}}%own = phi
; CHECK: varying {{ *}}%mixed = phi
; CHECK: stride 0 assumed {{ *}}%of_shared =
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %next = add i64 %x, 1
  %apart = icmp ult i64 %x, %n
  br i1 %apart, label %a, label %end
a:
  br label %end
end:
  %shared = phi i64 [ 1, %entry ], [ %n, %a ]
  %own = phi i64 [ %x, %entry ], [ %next, %a ]
  %mixed = phi i64 [ %x, %entry ], [ %n, %a ]
  %of_shared = mul i64 %shared, 3
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
