; SPDX-License-Identifier: Apache-2.0
; A program without collectives gets no memory for them.
; RUN: kernel-opt %s --passes=group-scratch -S | FileCheck %s

; CHECK-NOT: addrspace(3)
; CHECK:     define void @f()
; CHECK-NOT: addrspace(3)
define void @f() {
  ret void
}
