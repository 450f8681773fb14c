; SPDX-License-Identifier: Apache-2.0
; No conversion of scalars or vectors from or to half is left; other conversions stay.
; RUN: kernel-opt %s --passes=soft-halves -S | FileCheck %s --implicit-check-not='fpext <4 x half>' --implicit-check-not=fptrunc

; CHECK: define void @f
; CHECK: icmp ult <4 x i32> {{.*}}, <i32 1024, i32 1024, i32 1024, i32 1024>
; CHECK: fpext <4 x float> %{{.*}} to <4 x double>
; CHECK: trunc i32 %{{.*}} to i16
; CHECK: ret void
define void @f(ptr %p, <4 x half> %h, float %x) {
  %d = fpext <4 x half> %h to <4 x double>
  store <4 x double> %d, ptr %p
  %s = fptrunc float %x to half
  store half %s, ptr %p
  ret void
}

; Comparisons of halves are those of floats, and the size of one is a matter of bits.
; CHECK: define i1 @compared
; CHECK: fcmp uno float
; CHECK: define half @size
; CHECK: and i16 {{.*}}, 32767
define i1 @compared(half %x) {
  %is = fcmp uno half %x, 0.0
  ret i1 %is
}
define half @size(half %x) {
  %result = call half @llvm.fabs.f16(half %x)
  ret half %result
}

declare half @llvm.fabs.f16(half)
