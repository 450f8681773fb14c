; SPDX-License-Identifier: Apache-2.0
; The stride of an address is in bytes.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: stride 4 {{ *}}%float =
; CHECK: stride 16 {{ *}}%vector =
; CHECK: stride 4 {{ *}}%in_row =
; CHECK: uniform {{ *}}%same =
; CHECK: stride 24 {{ *}}%member =
; CHECK: varying {{ *}}%column =
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %float = getelementptr float, ptr addrspace(1) %p, i64 %x
  %vector = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %x
  %row = mul i64 %y, %n
  %place = add i64 %row, %x
  %in_row = getelementptr float, ptr addrspace(1) %p, i64 %place
  %same = getelementptr float, ptr addrspace(1) %p, i64 %row
  %member = getelementptr { i64, [2 x i32], double }, ptr addrspace(1) %p, i64 %x, i32 2
  %far = mul i64 %x, %n
  %column = getelementptr float, ptr addrspace(1) %p, i64 %far
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
