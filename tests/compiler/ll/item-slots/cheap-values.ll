; SPDX-License-Identifier: Apache-2.0
; Ids, and addresses computed from ids and arguments, are recomputed behind a barrier; loaded or divided
; values are kept.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK-DAG: %id: computed again
; CHECK-DAG: %place: computed again
; CHECK-DAG: %loaded: 4 bytes at {{[0-9]+$}}
; CHECK-DAG: %quotient: 8 bytes at {{[0-9]+$}}
; CHECK:     item memory 12,
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %loaded = load i32, ptr addrspace(1) %place
  %quotient = udiv i64 %id, %n
  call void @_Z14quadcl_barrierv()
  %sum = add i64 %id, %quotient
  %low = trunc i64 %sum to i32
  %all = add i32 %low, %loaded
  store i32 %all, ptr addrspace(1) %place
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"long"}
