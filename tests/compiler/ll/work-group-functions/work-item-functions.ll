; SPDX-License-Identifier: Apache-2.0
; Work-item functions read quadcl_group_context (core/kernel_abi.h), once before the loops. A dimension that
; does not exist has id 0 and size 1. A dimension that is known only at run time selects among all.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:     prologue:
; CHECK-DAG: %[[GROUP:.*]] = getelementptr inbounds {{.*}}, ptr %2, i32 0, i32 6, i32 1
; CHECK-DAG: %[[GROUP_ID:.*]] = load i64, ptr %[[GROUP]],{{.*}} !invariant.load
; CHECK-DAG: %[[COUNT:.*]] = getelementptr inbounds {{.*}}, ptr %2, i32 0, i32 5, i32 0
; CHECK-DAG: %[[COUNT_X:.*]] = load i64, ptr %[[COUNT]],{{.*}} !invariant.load
; CHECK:     br label %items.z
; CHECK:     store volatile i64 %[[GROUP_ID]], ptr addrspace(1) %0
; CHECK:     store volatile i64 0, ptr addrspace(1) %0
; CHECK:     store volatile i64 1, ptr addrspace(1) %0
; CHECK:     %[[IS_X:.*]] = icmp eq i32 %1, 0
; CHECK:     %[[X_OR_ONE:.*]] = select i1 %[[IS_X]], i64 %[[COUNT_X]], i64 1
; CHECK:     %[[IS_Y:.*]] = icmp eq i32 %1, 1
; CHECK:     select i1 %[[IS_Y]], i64 {{.*}}, i64 %[[X_OR_ONE]]
; CHECK:     icmp eq i32 %1, 2
define void @k(ptr addrspace(1) %p, i32 %dimension) !kernel_arg_type !0 {
  %group = call i64 @_Z12get_group_idj(i32 1)
  store volatile i64 %group, ptr addrspace(1) %p
  %beyond_id = call i64 @_Z12get_group_idj(i32 3)
  store volatile i64 %beyond_id, ptr addrspace(1) %p
  %beyond_size = call i64 @_Z14get_num_groupsj(i32 3)
  store volatile i64 %beyond_size, ptr addrspace(1) %p
  %any = call i64 @_Z14get_num_groupsj(i32 %dimension)
  store volatile i64 %any, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z14get_num_groupsj(i32)
!0 = !{!"long*", !"int"}
