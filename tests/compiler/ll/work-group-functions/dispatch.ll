; SPDX-License-Identifier: Apache-2.0
; Each region returns the number of the next one, or -1 at the end. The entry runs one after the other.
; RUN: kernel-opt %s --passes=isolate-barriers,work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0(
; CHECK:       ret i32 1
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK:       ret i32 -1
; CHECK-LABEL: define void @k.group(
; CHECK:       choose:
; CHECK-NEXT:  %[[NEXT:.*]] = phi i32 [ 0, %{{.*}} ], [ %[[AFTER_0:.*]], %region0 ], [ %[[AFTER_1:.*]], %region1 ]
; CHECK-NEXT:  switch i32 %[[NEXT]], label %end [
; CHECK-NEXT:  i32 0, label %region0
; CHECK-NEXT:  i32 1, label %region1
; CHECK:       end:
; CHECK-NEXT:  ret void
; CHECK:       %[[AFTER_0]] = call i32 @k.region0(
; CHECK-NEXT:  br label %choose
; CHECK:       %[[AFTER_1]] = call i32 @k.region1(
; CHECK-NEXT:  br label %choose
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  store i32 1, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  store i32 2, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*"}
