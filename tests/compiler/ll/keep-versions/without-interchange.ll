; SPDX-License-Identifier: Apache-2.0
; A wide version without an interchanged loop is dropped.
; RUN: kernel-opt %s --passes=wide-versions,work-item-interchange,keep-versions -S | FileCheck %s

; CHECK:     define void @k(i32 %n)
; CHECK-NOT: define
define void @k(i32 %n) !kernel_arg_type !0 {
  ret void
}
!0 = !{!"int"}
