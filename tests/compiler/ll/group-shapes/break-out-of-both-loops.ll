; SPDX-License-Identifier: Apache-2.0
; A varying branch leaves both the inner and the outer loop: values computed in either are varying outside.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%of_outer = mul i64 %i, 5
; CHECK: varying {{ *}}%of_inner = mul i64 %j, 7
; CHECK: uniform {{ *}}%unrelated = mul i64 %n, 3
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i_next, %outer_latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j_next, %inner_latch ]
  %out = icmp eq i64 %j, %id
  br i1 %out, label %end, label %inner_latch
inner_latch:
  %j_next = add i64 %j, 1
  %j_more = icmp ult i64 %j_next, %n
  br i1 %j_more, label %inner, label %outer_latch
outer_latch:
  %i_next = add i64 %i, 1
  %i_more = icmp ult i64 %i_next, %n
  br i1 %i_more, label %outer, label %end
end:
  %last_i = phi i64 [ %i, %inner ], [ %n, %outer_latch ]
  %of_outer = mul i64 %i, 5
  %of_inner = mul i64 %j, 7
  %unrelated = mul i64 %n, 3
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
