; SPDX-License-Identifier: Apache-2.0
; A kernel has no versions if it reads an image that is no argument of its own, or one as signed integers. Where nothing
; is known, offsets may be long.
; RUN: kernel-opt %s --passes=format-versions -S | FileCheck %s

; CHECK:     define void @chosen(
; CHECK:       store i32 0,
; CHECK:     define void @signed(
; CHECK-NOT: define void
define void @chosen(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %first, ptr addrspace(1) %out)
    !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %image = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  %order_at = getelementptr i8, ptr addrspace(1) %image, i64 40
  %order = load i32, ptr addrspace(1) %order_at, align 8
  %colour = call <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1) null, i32 %order, i32 %order)
  store <4 x float> %colour, ptr addrspace(1) %out
  %near = call i32 @_Z14quadcl_is_nearPU3AS1K12quadcl_image(ptr addrspace(1) %image)
  store i32 %near, ptr addrspace(1) %out
  ret void
}

define void @signed(ptr addrspace(1) %image, ptr addrspace(1) %out) !kernel_arg_type !1 !kernel_arg_base_type !1 {
  %order_at = getelementptr i8, ptr addrspace(1) %image, i64 40
  %order = load i32, ptr addrspace(1) %order_at, align 8
  %colour = call <4 x i32> @_Z24quadcl_any_format_load_iPU3AS1Khii(ptr addrspace(1) null, i32 %order, i32 %order)
  store <4 x i32> %colour, ptr addrspace(1) %out
  ret void
}

declare <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1), i32, i32)
declare <4 x i32> @_Z24quadcl_any_format_load_iPU3AS1Khii(ptr addrspace(1), i32, i32)
declare i32 @_Z14quadcl_is_nearPU3AS1K12quadcl_image(ptr addrspace(1)) memory(none)

!0 = !{!"image2d_t", !"image2d_t", !"bool", !"float4*"}
!1 = !{!"image2d_t", !"int4*"}
