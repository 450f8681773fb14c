; SPDX-License-Identifier: Apache-2.0
; No lifetime markers are left: a variable may live on across a barrier.
; RUN: kernel-opt %s --passes=lifetime-markers -S | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NEXT:  %x = alloca i32
; CHECK-NEXT:  store i32 %n, ptr %x
; CHECK-NEXT:  ret void
define void @k(i32 %n) !kernel_arg_type !0 {
  %x = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  store i32 %n, ptr %x
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
!0 = !{!"int"}
