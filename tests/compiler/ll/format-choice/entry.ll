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
  %format = call i32 @_Z18quadcl_format_of_fPU3AS1K12quadcl_image(ptr addrspace(1) %image)
  store i32 %format, ptr addrspace(1) %out
  ret void
}

declare i32 @_Z18quadcl_format_of_fPU3AS1K12quadcl_image(ptr addrspace(1)) memory(none)
!0 = !{!"image2d_t", !"int*"}
