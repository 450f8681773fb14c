; SPDX-License-Identifier: Apache-2.0
; Each function is tuned for a processor, and loops that move elements do not become calls of memcpy and
; memmove. They may become calls of memset. No instruction sets are added, and declarations stay as they are.
; RUN: kernel-opt %s --passes=target-attributes -S | FileCheck %s --implicit-check-not=no-builtin-memset --implicit-check-not=target-features

; CHECK: define void @k(ptr %p) #[[OWN:[0-9]+]]
; CHECK: define internal void @f() #[[ADDED:[0-9]+]]
; CHECK: declare void @g(){{$}}
; CHECK: attributes #[[OWN]] = { nounwind "no-builtin-memcpy" "no-builtin-memmove" "tune-cpu"="{{.+}}" }
; CHECK: attributes #[[ADDED]] = { "no-builtin-memcpy" "no-builtin-memmove" "tune-cpu"="{{.+}}" }
define void @k(ptr %p) nounwind !kernel_arg_type !0 {
  call void @f()
  ret void
}
define internal void @f() {
  call void @g()
  ret void
}
declare void @g()
!0 = !{!"int*"}
