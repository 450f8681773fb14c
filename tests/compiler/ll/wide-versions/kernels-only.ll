; SPDX-License-Identifier: Apache-2.0
; Each kernel gets a second version, other functions do not.
; RUN: kernel-opt %s --passes=wide-versions -S | FileCheck %s

; CHECK:     define void @k(i32 %n)
; CHECK:     define void @f(i32 %n)
; CHECK:     define void @[[WIDE:k.+]](i32 %n) !kernel_arg_type !{{[0-9]+}} !quadcl.version_of ![[OF:[0-9]+]]
; CHECK-NOT: define
; CHECK:     ![[OF]] = !{!"wide", ptr @k}
define void @k(i32 %n) !kernel_arg_type !0 {
  ret void
}
define void @f(i32 %n) {
  ret void
}
!0 = !{!"int"}
