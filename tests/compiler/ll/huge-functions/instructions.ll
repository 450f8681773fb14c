; SPDX-License-Identifier: Apache-2.0
; Functions of more than 30,000 instructions are neither optimised nor inlined: @f14 has 49,153 of them,
; @f13 has 24,577.
; RUN: kernel-opt %s --passes='always-inline<no-lifetimes>,huge-functions' -S | FileCheck %s

; CHECK: define void @f13(ptr %p) #[[INLINED:[0-9]+]]
; CHECK: define void @f14(ptr %p) #[[HUGE:[0-9]+]]
; CHECK: define void @k(ptr %p) #[[HUGE]]
; CHECK: attributes #[[INLINED]] = { alwaysinline }
; CHECK: attributes #[[HUGE]] = { noinline optnone }
define void @f0(ptr %p) alwaysinline {
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  ret void
}
define void @f1(ptr %p) alwaysinline {
  call void @f0(ptr %p)
  call void @f0(ptr %p)
  ret void
}
define void @f2(ptr %p) alwaysinline {
  call void @f1(ptr %p)
  call void @f1(ptr %p)
  ret void
}
define void @f3(ptr %p) alwaysinline {
  call void @f2(ptr %p)
  call void @f2(ptr %p)
  ret void
}
define void @f4(ptr %p) alwaysinline {
  call void @f3(ptr %p)
  call void @f3(ptr %p)
  ret void
}
define void @f5(ptr %p) alwaysinline {
  call void @f4(ptr %p)
  call void @f4(ptr %p)
  ret void
}
define void @f6(ptr %p) alwaysinline {
  call void @f5(ptr %p)
  call void @f5(ptr %p)
  ret void
}
define void @f7(ptr %p) alwaysinline {
  call void @f6(ptr %p)
  call void @f6(ptr %p)
  ret void
}
define void @f8(ptr %p) alwaysinline {
  call void @f7(ptr %p)
  call void @f7(ptr %p)
  ret void
}
define void @f9(ptr %p) alwaysinline {
  call void @f8(ptr %p)
  call void @f8(ptr %p)
  ret void
}
define void @f10(ptr %p) alwaysinline {
  call void @f9(ptr %p)
  call void @f9(ptr %p)
  ret void
}
define void @f11(ptr %p) alwaysinline {
  call void @f10(ptr %p)
  call void @f10(ptr %p)
  ret void
}
define void @f12(ptr %p) alwaysinline {
  call void @f11(ptr %p)
  call void @f11(ptr %p)
  ret void
}
define void @f13(ptr %p) alwaysinline {
  call void @f12(ptr %p)
  call void @f12(ptr %p)
  ret void
}
define void @f14(ptr %p) alwaysinline {
  call void @f13(ptr %p)
  call void @f13(ptr %p)
  ret void
}
define void @k(ptr %p) !kernel_arg_type !0 {
  call void @f14(ptr %p)
  ret void
}
!0 = !{!"int*"}
