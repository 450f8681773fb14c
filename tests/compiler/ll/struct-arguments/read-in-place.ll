; SPDX-License-Identifier: Apache-2.0
; A struct argument that the kernel only reads is not copied. The loads are invariant, and the memory not aligned.
; RUN: kernel-opt %s --passes=struct-arguments -S | FileCheck %s
; RUN: kernel-opt %s --passes='struct-arguments,show<group-shapes>' | FileCheck %s --check-prefix=SHAPE

; CHECK-LABEL: define void @k(
; CHECK-NEXT:  %place = getelementptr i8, ptr %s, i64 4
; CHECK-NEXT:  %value = load i32, ptr %place, align 1, !invariant.load
; SHAPE: uniform  %value = load i32
define void @k(ptr byval({ i32, [3 x i32] }) align 8 %s, ptr addrspace(1) %out) !kernel_arg_type !0 {
  %place = getelementptr i8, ptr %s, i64 4
  %value = load i32, ptr %place, align 4
  store i32 %value, ptr addrspace(1) %out
  ret void
}
!0 = !{!"struct s", !"int*"}
