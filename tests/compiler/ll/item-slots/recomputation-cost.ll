; SPDX-License-Identifier: Apache-2.0
; Twelve instructions per work-item are recomputed, thirteen are not. Group-wide values are recomputed once,
; up to twenty-four instructions.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK-DAG: %v11: computed again
; CHECK-DAG: %w12: 8 bytes at {{[0-9]+$}}
; CHECK-DAG: %u23: computed again
; CHECK-DAG: %t24: 8 bytes at {{[0-9]+}} for all
; CHECK-DAG: %mixed: computed again
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %id = call i64 @_Z12get_local_idj(i32 0)
  %group = call i64 @_Z12get_group_idj(i32 0)
  %v1 = add i64 %id, %n
  %v2 = add i64 %v1, %n
  %v3 = add i64 %v2, %n
  %v4 = add i64 %v3, %n
  %v5 = add i64 %v4, %n
  %v6 = add i64 %v5, %n
  %v7 = add i64 %v6, %n
  %v8 = add i64 %v7, %n
  %v9 = add i64 %v8, %n
  %v10 = add i64 %v9, %n
  %v11 = add i64 %v10, %n
  %w1 = add i64 %id, %n
  %w2 = add i64 %w1, %n
  %w3 = add i64 %w2, %n
  %w4 = add i64 %w3, %n
  %w5 = add i64 %w4, %n
  %w6 = add i64 %w5, %n
  %w7 = add i64 %w6, %n
  %w8 = add i64 %w7, %n
  %w9 = add i64 %w8, %n
  %w10 = add i64 %w9, %n
  %w11 = add i64 %w10, %n
  %w12 = add i64 %w11, %n
  %u1 = add i64 %group, %n
  %u2 = add i64 %u1, %n
  %u3 = add i64 %u2, %n
  %u4 = add i64 %u3, %n
  %u5 = add i64 %u4, %n
  %u6 = add i64 %u5, %n
  %u7 = add i64 %u6, %n
  %u8 = add i64 %u7, %n
  %u9 = add i64 %u8, %n
  %u10 = add i64 %u9, %n
  %u11 = add i64 %u10, %n
  %u12 = add i64 %u11, %n
  %u13 = add i64 %u12, %n
  %u14 = add i64 %u13, %n
  %u15 = add i64 %u14, %n
  %u16 = add i64 %u15, %n
  %u17 = add i64 %u16, %n
  %u18 = add i64 %u17, %n
  %u19 = add i64 %u18, %n
  %u20 = add i64 %u19, %n
  %u21 = add i64 %u20, %n
  %u22 = add i64 %u21, %n
  %u23 = add i64 %u22, %n
  %t1 = add i64 %group, %n
  %t2 = add i64 %t1, %n
  %t3 = add i64 %t2, %n
  %t4 = add i64 %t3, %n
  %t5 = add i64 %t4, %n
  %t6 = add i64 %t5, %n
  %t7 = add i64 %t6, %n
  %t8 = add i64 %t7, %n
  %t9 = add i64 %t8, %n
  %t10 = add i64 %t9, %n
  %t11 = add i64 %t10, %n
  %t12 = add i64 %t11, %n
  %t13 = add i64 %t12, %n
  %t14 = add i64 %t13, %n
  %t15 = add i64 %t14, %n
  %t16 = add i64 %t15, %n
  %t17 = add i64 %t16, %n
  %t18 = add i64 %t17, %n
  %t19 = add i64 %t18, %n
  %t20 = add i64 %t19, %n
  %t21 = add i64 %t20, %n
  %t22 = add i64 %t21, %n
  %t23 = add i64 %t22, %n
  %t24 = add i64 %t23, %n
  %mixed = add i64 %v10, %u22
  call void @_Z14quadcl_barrierv()
  store i64 %v11, ptr addrspace(1) %p
  store i64 %w12, ptr addrspace(1) %p
  store i64 %u23, ptr addrspace(1) %p
  store i64 %t24, ptr addrspace(1) %p
  store i64 %mixed, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"long*", !"long"}
