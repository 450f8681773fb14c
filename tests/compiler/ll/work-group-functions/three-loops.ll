; SPDX-License-Identifier: Apache-2.0
; A kernel becomes three loops over the local sizes around its code. The sizes are member 4 of
; quadcl_group_context (core/kernel_abi.h). The loop counters are the local ids.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0(ptr addrspace(1) %0, ptr noalias readonly
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 0
; CHECK-NEXT:  %[[X_SIZE:.*]] = load i64
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 1
; CHECK-NEXT:  %[[Y_SIZE:.*]] = load i64
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 2
; CHECK-NEXT:  %[[Z_SIZE:.*]] = load i64
; CHECK:       items.x:
; CHECK-NEXT:  %[[X:.*]] = phi i64 [ 0, %items.y ], [ %[[X_NEXT:.*]], %next.x ]
; CHECK:       items.y:
; CHECK-NEXT:  %[[Y:.*]] = phi i64 [ 0, %items.z ], [ %[[Y_NEXT:.*]], %next.y ]
; CHECK:       items.z:
; CHECK-NEXT:  %[[Z:.*]] = phi i64 [ 0, %prologue ], [ %[[Z_NEXT:.*]], %next.z ]
; CHECK:       %at = getelementptr i64, ptr addrspace(1) %0, i64 %[[X]]
; CHECK-NEXT:  %sum = add i64 %[[Y]], %[[Z]]
; CHECK:       next.x:
; CHECK-NEXT:  %[[X_NEXT]] = add nuw nsw i64 %[[X]], 1
; CHECK-NEXT:  %[[X_MORE:.*]] = icmp ult i64 %[[X_NEXT]], %[[X_SIZE]]
; CHECK-NEXT:  br i1 %[[X_MORE]], label %items.x, label %next.y
; CHECK:       next.y:
; CHECK:       icmp ult i64 %[[Y_NEXT]], %[[Y_SIZE]]
; CHECK-NEXT:  br i1 {{.*}}, label %items.y, label %next.z
; CHECK:       next.z:
; CHECK:       icmp ult i64 %[[Z_NEXT]], %[[Z_SIZE]]
; CHECK-NEXT:  br i1 {{.*}}, label %items.z, label %done
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %z = call i64 @_Z12get_local_idj(i32 2)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %sum = add i64 %y, %z
  store i64 %sum, ptr addrspace(1) %at
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"long*"}
