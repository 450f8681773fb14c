; SPDX-License-Identifier: Apache-2.0
; The entry compares the format of the image with those of the versions (order 0x10B5 is RGBA, type 0x10D2 bytes from 0
; to 1), and the sizes with what offsets can hold.
; RUN: kernel-opt %s --passes=format-versions,work-group-functions,format-choice -S | FileCheck %s

; CHECK:     define internal void @reads.group.any_format(
; CHECK:     define internal void @reads.group.format1(
; CHECK:     define void @reads.group(
; CHECK:       icmp eq i32 %{{.*}}, 4277
; CHECK:       icmp eq i32 %{{.*}}, 4306
; CHECK:       icmp ule i64 %{{.*}}, 2147483647
; CHECK:     suits:
; CHECK-NEXT:  call void @reads.group.format1(
; CHECK:       call void @reads.group.format4(
; CHECK:       call void @reads.group.any_format(
; CHECK-NEXT:  ret void
define void @reads(ptr addrspace(1) %image, ptr addrspace(1) %out) !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %order_at = getelementptr i8, ptr addrspace(1) %image, i64 40
  %order = load i32, ptr addrspace(1) %order_at, align 8
  %colour = call <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1) null, i32 %order, i32 %order)
  store <4 x float> %colour, ptr addrspace(1) %out
  ret void
}

declare <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1), i32, i32)
!0 = !{!"image2d_t", !"float4*"}
