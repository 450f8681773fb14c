; SPDX-License-Identifier: Apache-2.0
; More than 16 KiB of variables do not go on the stack, even in a kernel without barriers.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK-NOT: %small
; CHECK:     %large: 16000 bytes at 0
; CHECK:     item memory 16000, private memory 16400
define void @k(ptr addrspace(1) %p, i64 %i) !kernel_arg_type !0 {
  %small = alloca [100 x i32]
  %large = alloca [4000 x i32]
  %a = getelementptr i32, ptr %small, i64 %i
  %b = getelementptr i32, ptr %large, i64 %i
  %x = load i32, ptr %a
  store i32 %x, ptr %b
  ret void
}
!0 = !{!"int*", !"long"}
