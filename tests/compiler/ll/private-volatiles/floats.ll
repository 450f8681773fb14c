; SPDX-License-Identifier: Apache-2.0
; Single floats stay volatile where sums of known numbers differ from LLVM's.
; RUN: kernel-opt %s --passes=private-volatiles -S | FileCheck %s

; CHECK: store volatile float
; CHECK: load volatile float
; CHECK: store <2 x float>
; CHECK: store i32
define float @own() {
  %one = alloca float
  %two = alloca <2 x float>
  %whole = alloca i32
  store volatile float 1.0, ptr %one
  %value = load volatile float, ptr %one
  store volatile <2 x float> zeroinitializer, ptr %two
  store volatile i32 1, ptr %whole
  ret float %value
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"quadcl.truncates-floats", i32 1}
