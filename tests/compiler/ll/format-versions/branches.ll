; SPDX-License-Identifier: Apache-2.0
; In a version, no branch on the format is left.
; RUN: kernel-opt %s --passes=format-versions -S | FileCheck %s

; CHECK:      define void @reads(
; CHECK-NOT:    br
; CHECK:        store i32 10
; CHECK-NEXT:   ret void
; CHECK:      define void @reads{{.+}}(
; CHECK-NOT:    br
; CHECK:        store i32 10
; CHECK-NEXT:   ret void
; CHECK:      define void @reads{{.+}}(
; CHECK-NOT:    br
; CHECK:        store i32 20
; CHECK-NEXT:   ret void
define void @reads(ptr addrspace(1) %image, ptr addrspace(1) %out) !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %format = call i32 @_Z19quadcl_format_of_uiPU3AS1K12quadcl_image(ptr addrspace(1) %image)
  switch i32 %format, label %any [ i32 2, label %bytes ]
bytes:
  br label %end
any:
  br label %end
end:
  %value = phi i32 [ 20, %bytes ], [ 10, %any ]
  store i32 %value, ptr addrspace(1) %out
  ret void
}

declare i32 @_Z19quadcl_format_of_uiPU3AS1K12quadcl_image(ptr addrspace(1)) memory(none)
!0 = !{!"image2d_t", !"int*"}
