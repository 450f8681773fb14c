; SPDX-License-Identifier: Apache-2.0
; RUN: kernel-opt %s --passes=word-arguments -S | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

%Struct = type { i32, i16, i64 }

; A struct becomes a variable with its words.
; CHECK-LABEL: @struct
; CHECK: %[[STRUCT:.*]] = alloca [4 x i32], align 8
; CHECK: call i32 @quadcl_argument_word(i32 1, i32 0)
; CHECK: call i32 @quadcl_argument_word(i32 1, i32 3)
; CHECK-NOT: quadcl_argument_word
; CHECK: getelementptr i8, ptr %[[STRUCT]], i64 8
define void @struct(ptr addrspace(1) %out, ptr byval(%Struct) align 8 %s) !kernel_arg_type !0 {
  %place = getelementptr i8, ptr %s, i64 8
  %long = load i64, ptr %place, align 8
  store i64 %long, ptr addrspace(1) %out
  ret void
}

; An element of a vector is some bits of a word.
; CHECK-LABEL: @vector
; CHECK-NOT: quadcl_argument_word(i32 0
; CHECK: %[[WORD:.*]] = call i32 @quadcl_argument_word(i32 1, i32 1)
; CHECK: %[[WORD_3:.*]] = call i32 @quadcl_argument_word(i32 1, i32 1)
; CHECK: %[[BITS:.*]] = lshr i32 %[[WORD_3]], 16
; CHECK: %[[SHORT:.*]] = trunc i32 %[[BITS]] to i16
; CHECK: insertelement <4 x i16> %{{.*}}, i16 %[[SHORT]], i64 3
define void @vector(ptr addrspace(1) %out, <4 x i16> %v) !kernel_arg_type !0 {
  store <4 x i16> %v, ptr addrspace(1) %out
  ret void
}

!0 = !{}
