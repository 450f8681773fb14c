; SPDX-License-Identifier: Apache-2.0
; A kernel writes to a copy of its struct argument. Other functions do not change.
; RUN: kernel-opt %s --passes=struct-arguments -S | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:       %[[COPY:.*]] = alloca { i32, [3 x i32] }, align 8
; CHECK-NEXT:  call void @llvm.memcpy.{{.*}}(ptr align 8 %[[COPY]], ptr align 1 %s, i64 16, i1 false)
; CHECK-NEXT:  store i32 7, ptr %[[COPY]]
; CHECK-LABEL: define void @f(
; CHECK-NEXT:  store i32 7, ptr %s
define void @k(ptr byval({ i32, [3 x i32] }) align 8 %s) !kernel_arg_type !0 {
  store i32 7, ptr %s
  ret void
}
define void @f(ptr byval({ i32, [3 x i32] }) align 8 %s) {
  store i32 7, ptr %s
  ret void
}
!0 = !{!"struct s"}
