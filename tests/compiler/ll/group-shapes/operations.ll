; SPDX-License-Identifier: Apache-2.0
; A computed value is varying if an operand is.
; RUN: kernel-opt %s --passes='show<group-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%sum =
; CHECK: varying {{ *}}%mixed =
; CHECK: varying {{ *}}%cast =
; CHECK: uniform {{ *}}%chosen =
; CHECK: varying {{ *}}%by_id =
define void @k(i64 %n, i64 %m) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 1)
  %sum = add i64 %n, %m
  %mixed = add i64 %n, %id
  %cast = trunc i64 %mixed to i32
  %less = icmp ult i64 %n, %m
  %chosen = select i1 %less, i64 %n, i64 %m
  %id_less = icmp ult i64 %id, %m
  %by_id = select i1 %id_less, i64 %n, i64 %m
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long", !"long"}
