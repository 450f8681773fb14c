; SPDX-License-Identifier: Apache-2.0
; A kernel that reads an image gets a version for each common format, in which no branch on the format is left, and
; itself keeps the call (order 0x10B5 is RGBA, 0x10B0 R; type 0x10D2 bytes from 0 to 1, 0x10DE float). Loads of what
; describes the image may be moved. A kernel without images has no versions.
; RUN: kernel-opt %s --passes=format-versions -S | FileCheck %s

; CHECK:      define void @reads(
; CHECK-NEXT:   %size = load i32, ptr addrspace(1) %image, align 4, !invariant.load
; CHECK:        call <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(
; CHECK:      define void @plain(
; CHECK:      define void @reads{{.+}}(
; CHECK-NOT:    br
; CHECK:        store <4 x float> <float 1.000000e+00, float 4.277000e+03, {{.*}}
; CHECK-NEXT:   ret void
; CHECK:      define void @reads{{.+}}(
; CHECK:        store <4 x float> <float 1.000000e+00, float 4.272000e+03, {{.*}}
; CHECK:      define void @reads{{.+}}(
; CHECK:        store <4 x float> <float 2.000000e+00, float 4.277000e+03, {{.*}}
; CHECK:      define void @reads{{.+}}(
; CHECK:        store <4 x float> <float 2.000000e+00, float 4.272000e+03, {{.*}}
; CHECK-NOT:  define
define void @reads(ptr addrspace(1) %image, ptr addrspace(1) %out) !kernel_arg_type !0 !kernel_arg_base_type !0 {
  %size = load i32, ptr addrspace(1) %image, align 4
  %order_at = getelementptr i8, ptr addrspace(1) %image, i64 40
  %order = load i32, ptr addrspace(1) %order_at, align 8
  %type_at = getelementptr i8, ptr addrspace(1) %image, i64 44
  %type = load i32, ptr addrspace(1) %type_at, align 4
  %colour = call <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1) null, i32 %order, i32 %type)
  store <4 x float> %colour, ptr addrspace(1) %out
  ret void
}

define void @plain(ptr addrspace(1) %out) !kernel_arg_type !1 !kernel_arg_base_type !1 {
  store i32 7, ptr addrspace(1) %out
  ret void
}

define internal <4 x float> @_Z24quadcl_any_format_load_fPU3AS1Khii(ptr addrspace(1) %pixel, i32 %order, i32 %type) {
  switch i32 %type, label %floats [ i32 4306, label %bytes ]
bytes:
  br label %end
floats:
  br label %end
end:
  %value = phi float [ 1.0, %bytes ], [ 2.0, %floats ]
  %first = insertelement <4 x float> zeroinitializer, float %value, i32 0
  %number = uitofp i32 %order to float
  %colour = insertelement <4 x float> %first, float %number, i32 1
  ret <4 x float> %colour
}

!0 = !{!"image2d_t", !"float4*"}
!1 = !{!"int*"}
