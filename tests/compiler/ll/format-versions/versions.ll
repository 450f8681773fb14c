; SPDX-License-Identifier: Apache-2.0
; A kernel that asks for the format of an image gets a version for each common format, and itself the general answer.
; Loads of what describes the image may be moved. A kernel without images has no versions.
; RUN: kernel-opt %s --passes=format-versions -S | FileCheck %s

; CHECK:      define void @reads
; CHECK-NEXT:   load i32, ptr addrspace(1) %image, align 4, !invariant.load
; CHECK-NEXT:   store i32 0
; CHECK-NEXT:   ret void
; CHECK:      define void @plain
; CHECK:      define void @reads{{.+}}(
; CHECK:        store i32 1
; CHECK:        store i32 2
; CHECK:        store i32 3
; CHECK:        store i32 4
; CHECK-NOT:  define
define void @reads(ptr addrspace(1) %image, ptr addrspace(1) %out) !kernel_arg_type !0 !kernel_arg_base_type !1 {
  %size = load i32, ptr addrspace(1) %image, align 4
  %format = call i32 @_Z18quadcl_format_of_fPU3AS1K12quadcl_image(ptr addrspace(1) %image)
  store i32 %format, ptr addrspace(1) %out
  ret void
}

define void @plain(ptr addrspace(1) %out) !kernel_arg_type !2 !kernel_arg_base_type !2 {
  store i32 7, ptr addrspace(1) %out
  ret void
}

declare i32 @_Z18quadcl_format_of_fPU3AS1K12quadcl_image(ptr addrspace(1)) memory(none)
!0 = !{!"image2d_t", !"int*"}
!1 = !{!"image2d_t", !"int*"}
!2 = !{!"int*"}
