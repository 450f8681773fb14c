; SPDX-License-Identifier: Apache-2.0
; Each work-item finds a variable on the stack undefined. Else LLVM would pass its contents on to the next one.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0
; CHECK:       prologue:
; CHECK:       %own = alloca [8 x float]
; CHECK:       enter:
; CHECK-NEXT:  call void @llvm.lifetime.start.p0(i64 -1, ptr %own)
; CHECK-NOT:   lifetime
; CHECK:       ret i32
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %own = alloca [8 x float]
  %x = call i64 @_Z12get_local_idj(i32 0)
  %slot = and i64 %x, 7
  %place = getelementptr float, ptr %own, i64 %slot
  store float 1.0, ptr %place
  %first = load float, ptr %own
  %at = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float %first, ptr addrspace(1) %at
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
