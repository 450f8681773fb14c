; SPDX-License-Identifier: Apache-2.0
; In the end, row functions stay only where rows with lanes call them, and functions where scalar code does.
; RUN: kernel-opt %s '--passes=row-functions,row-functions<drop>' -S | FileCheck %s

; CHECK-NOT: llvm.compiler.used
; CHECK-NOT: @f.row
; CHECK:     call i32 @f(
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %own = load i32, ptr addrspace(1) %p
  %x = call i32 @f(i32 %own)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
define internal i32 @f(i32 %x) {
  %product = mul i32 %x, %x
  ret i32 %product
}
!0 = !{!"int*"}
