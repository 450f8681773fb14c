; SPDX-License-Identifier: Apache-2.0
; RUN: kernel-opt %s --passes=image-arguments -S | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

; A sampler is the first word of its argument, as launches have it.
; CHECK-LABEL: @bits
; CHECK: [[WORD:%.*]] = call i32 @quadcl_argument_word(i32 1, i32 0)
; CHECK: [[SAMPLER:%.*]] = inttoptr i32 [[WORD]] to ptr addrspace(2)
; CHECK: ptrtoint ptr addrspace(2) [[SAMPLER]] to i64
define void @bits(ptr addrspace(1) %out, ptr addrspace(2) %sampler) !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %bits = ptrtoint ptr addrspace(2) %sampler to i64
  store i64 %bits, ptr addrspace(1) %out
  ret void
}

!0 = !{!"long*", !"sampler_t"}
