; SPDX-License-Identifier: Apache-2.0
; A condition that neighbours share chooses one index for all of them. They take different rows alike; items of
; different rows differ in y.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%is_first =
; CHECK: stride 1 {{ *}}%index =
; CHECK: varying {{ *}}%other =
define void @k(i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %is_first = icmp eq i64 %y, 0
  %next = add i64 %x, %n
  %index = select i1 %is_first, i64 %x, i64 %next
  %other = select i1 %is_first, i64 %x, i64 %n
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long"}
