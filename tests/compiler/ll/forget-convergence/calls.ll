; SPDX-License-Identifier: Apache-2.0
; Without barriers, work-items need not reach any call together.
; RUN: kernel-opt %s --passes=forget-convergence -S | FileCheck %s

; CHECK-NOT: convergent
define float @f(float %x) #0 {
  %root = call float @llvm.sqrt.f32(float %x) #1
  ret float %root
}
declare float @llvm.sqrt.f32(float)
attributes #0 = { convergent nounwind }
attributes #1 = { convergent }
