; SPDX-License-Identifier: Apache-2.0
; Ids are never undefined: no value is frozen, which would hide it from analyses.
; RUN: kernel-opt %s --passes=clean-up -S | FileCheck %s

; CHECK-LABEL: define {{.*}}void @k(
; CHECK:       call noundef i64 @_Z12get_local_idj(
; CHECK-NOT:   freeze
; CHECK:       ret void
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %defined = freeze i64 %id
  store i64 %defined, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long*"}
