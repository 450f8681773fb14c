; SPDX-License-Identifier: Apache-2.0
; The version for groups with short rows has one loop over all work-items. Its counter, divided by the sizes, gives the local
; ids: a product with a reciprocal of 20 bits takes the place of the division.
; RUN: kernel-opt %s --passes=work-group-functions,'simplifycfg,instcombine,simplifycfg' -S | FileCheck %s

; CHECK-LABEL: define internal i32 @linear.region0
; CHECK-DAG:   %[[X:.*]] = udiv i32 1048576,
; CHECK-DAG:   %[[Y:.*]] = udiv i32 1048576,
; CHECK:       items.x:
; CHECK-NEXT:  %[[COUNTER:.*]] = phi i64
; CHECK:       lshr i32 %{{.*}}, 20
; CHECK:       lshr i32 %{{.*}}, 20
; CHECK:       %[[NEXT:.*]] = add nuw nsw i64 %[[COUNTER]], 1
; CHECK-NEXT:  %[[MORE:.*]] = icmp ult i64 %[[NEXT]],
; CHECK-NEXT:  br i1 %[[MORE]], label %items.x, label %next.y

; Groups with rows of 16 and more run the kernel's own form.
; CHECK-LABEL: define void @k.group(
; CHECK:       icmp ugt i64 %{{.*}}, 15
; CHECK-NEXT:  br i1 %{{.*}}, label %[[LONG:.*]], label %[[SHORT:.*]]
; CHECK:       {{^}}[[SHORT]]:
; CHECK-NEXT:  call void @k.group.linear
; CHECK:       {{^}}[[LONG]]:
; CHECK-NEXT:  call void @k.group.narrow
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  ret void
}

define void @linear(ptr addrspace(1) %p) !kernel_arg_type !0 !quadcl.version_of !1 {
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
!1 = !{!"linear", ptr @k}
