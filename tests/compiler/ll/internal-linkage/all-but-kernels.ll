; SPDX-License-Identifier: Apache-2.0
; Everything except kernels and external definitions becomes internal; variables without a value get one.
; RUN: kernel-opt %s --passes=internal-linkage -S | FileCheck %s

; CHECK: @elsewhere = external addrspace(1) global i32
; CHECK: @shared = internal addrspace(3) global [4 x i32] undef
; CHECK: define dso_local void @k(
; CHECK: define internal void @f(
; CHECK: declare void @g()
@elsewhere = external addrspace(1) global i32
@shared = addrspace(3) global [4 x i32] undef
define hidden void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  ret void
}
define linkonce_odr void @f() {
  ret void
}
declare void @g()
!0 = !{!"int*"}
