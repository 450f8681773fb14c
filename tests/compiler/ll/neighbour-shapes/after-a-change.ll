; SPDX-License-Identifier: Apache-2.0
; Results are discarded when values change: a variable in memory may hold anything, but the id in it has a
; stride.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>,function(mem2reg),show<neighbour-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%after =
; CHECK: stride 1 {{ *}}%after =
define void @k() !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %variable = alloca i64
  store i64 %x, ptr %variable
  %read = load i64, ptr %variable
  %after = add i64 %read, 2
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{}
