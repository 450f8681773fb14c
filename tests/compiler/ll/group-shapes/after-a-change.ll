; SPDX-License-Identifier: Apache-2.0
; Results are discarded when values change: a variable in memory may hold anything, but the argument in it is
; uniform.
; RUN: kernel-opt %s --passes='show<group-shapes>,function(mem2reg),show<group-shapes>' | FileCheck %s

; CHECK: varying {{ *}}%after =
; CHECK: uniform {{ *}}%after =
define void @k(i64 %n) !kernel_arg_type !0 {
  %variable = alloca i64
  store i64 %n, ptr %variable
  %read = load i64, ptr %variable
  %after = mul i64 %read, 2
  ret void
}
!0 = !{!"long"}
