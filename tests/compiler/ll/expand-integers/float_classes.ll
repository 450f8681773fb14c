; SPDX-License-Identifier: Apache-2.0
; Classes of floats are ranges of their bits. 3: NaN, 264: normal, 504: finite, 144: subnormal, 516: infinite, 60: negative
; or infinite of that sign.
; RUN: kernel-opt %s --passes=expand-integers,instsimplify -S | FileCheck %s

; CHECK-LABEL: @classes
; CHECK: store i1 true,
; CHECK: store i1 false,
; CHECK: store i1 true,
; CHECK: store i1 false,
; CHECK: store i1 true,
; CHECK: store i1 true,
; CHECK: store i1 false,
define void @classes(ptr %p) {
  %a = call i1 @llvm.is.fpclass.f32(float 0x7FF8000000000000, i32 3)
  store i1 %a, ptr %p
  %b = call i1 @llvm.is.fpclass.f32(float 0x36A0000000000000, i32 264)
  store i1 %b, ptr %p
  %c = call i1 @llvm.is.fpclass.f32(float 0x36A0000000000000, i32 504)
  store i1 %c, ptr %p
  %d = call i1 @llvm.is.fpclass.f32(float 0x7FF0000000000000, i32 504)
  store i1 %d, ptr %p
  %e = call i1 @llvm.is.fpclass.f32(float 0xFFF0000000000000, i32 516)
  store i1 %e, ptr %p
  %f = call i1 @llvm.is.fpclass.f32(float -1.0, i32 60)
  store i1 %f, ptr %p
  %g = call i1 @llvm.is.fpclass.f32(float 1.0, i32 60)
  store i1 %g, ptr %p
  ret void
}

; Only what is asked for is computed.
; CHECK-LABEL: define i1 @nan
; CHECK-COUNT-2: icmp
; CHECK-NOT: icmp
define i1 @nan(float %x) {
  %a = call i1 @llvm.is.fpclass.f32(float %x, i32 3)
  ret i1 %a
}

declare i1 @llvm.is.fpclass.f32(float, i32)

; CHECK-LABEL: define i1 @finite
; CHECK: %[[SIZE:.*]] = and i32 {{.*}}, 2147483647
; CHECK: icmp slt i32 %[[SIZE]], 2139095040
define i1 @finite(float %x) {
  %size = call float @llvm.fabs.f32(float %x)
  %is = fcmp one float %size, 0x7FF0000000000000
  ret i1 %is
}

; CHECK-LABEL: define i1 @ordered
; CHECK: icmp sle i32 {{.*}}, 2139095040
define i1 @ordered(float %x, float %y) {
  %is = fcmp ord float %x, %y
  ret i1 %is
}

declare float @llvm.fabs.f32(float)
