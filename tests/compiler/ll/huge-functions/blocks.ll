; SPDX-License-Identifier: Apache-2.0
; Functions of more than 4,000 blocks are neither optimised nor inlined: @f11 has 4,097 of them, @f10 2,049.
; Both have fewer than 30,000 instructions.
; RUN: kernel-opt %s --passes='always-inline<no-lifetimes>,huge-functions' -S | FileCheck %s

; CHECK: define void @f10(ptr %p) #[[INLINED:[0-9]+]]
; CHECK: define void @f11(ptr %p) #[[HUGE:[0-9]+]]
; CHECK: define void @k(ptr %p) #[[HUGE]]
; CHECK: attributes #[[INLINED]] = { alwaysinline }
; CHECK: attributes #[[HUGE]] = { noinline optnone }
define void @f0(ptr %p) alwaysinline {
  %old = load i32, ptr %p
  %empty = icmp eq i32 %old, 0
  br i1 %empty, label %fill, label %end
fill:
  store i32 1, ptr %p
  br label %end
end:
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
define void @k(ptr %p) !kernel_arg_type !0 {
  call void @f11(ptr %p)
  ret void
}
!0 = !{!"int*"}
