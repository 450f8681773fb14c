; SPDX-License-Identifier: Apache-2.0
; Work-items that left one loop at different times all start the next one with the same value.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%i = phi
; CHECK: varying {{ *}}br i1 %more
; CHECK: uniform {{ *}}%j = phi
; CHECK: varying {{ *}}%left = phi
; CHECK: uniform {{ *}}br i1 %again
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i_next, %first ]
  %i_next = add i64 %i, 1
  %more = icmp ult i64 %i_next, %id
  br i1 %more, label %first, label %second
second:
  %j = phi i64 [ 1, %first ], [ %j_next, %second ]
  %left = phi i64 [ %i, %first ], [ %left, %second ]
  %j_next = add i64 %j, 1
  %again = icmp ult i64 %j_next, %n
  br i1 %again, label %second, label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
