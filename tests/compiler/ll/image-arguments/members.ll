; SPDX-License-Identifier: Apache-2.0
; RUN: kernel-opt %s --passes=image-arguments -S | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

; The first member is the address of the pixels: the argument itself. The pitch, 64 bits at byte 8, is two words; the width
; is one.
; CHECK-LABEL: @members
; CHECK-DAG: call i32 @quadcl_argument_word(i32 1, i32 2)
; CHECK-DAG: call i32 @quadcl_argument_word(i32 1, i32 3)
; CHECK-DAG: call i32 @quadcl_argument_word(i32 1, i32 6)
; CHECK-NOT: load ptr
; CHECK-NOT: load i64
; CHECK: getelementptr i8, ptr addrspace(1) %image, i64
; CHECK: load i8
define void @members(ptr addrspace(1) %out, ptr addrspace(1) %image) !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %pixels = load ptr addrspace(1), ptr addrspace(1) %image, align 8
  %place_of_pitch = getelementptr i8, ptr addrspace(1) %image, i64 8
  %pitch = load i64, ptr addrspace(1) %place_of_pitch, align 8
  %place_of_width = getelementptr i8, ptr addrspace(1) %image, i64 24
  %width = load i32, ptr addrspace(1) %place_of_width, align 8
  %second_row = getelementptr i8, ptr addrspace(1) %pixels, i64 %pitch
  %pixel = load i8, ptr addrspace(1) %second_row
  %number = zext i8 %pixel to i32
  %sum = add i32 %number, %width
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

!0 = !{!"int*", !"image2d_t"}
