; SPDX-License-Identifier: Apache-2.0
; Groups with at least eight work-items along y run the wide version of a kernel with consecutive accesses along y.
; Its innermost loop counts to the local size along y. An early return stays: to check it first would gain nothing.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK-LABEL: define void @k.group(ptr %0, ptr "group-context" %1)
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 1
; CHECK-NEXT:  %[[ITEMS:.*]] = load i64
; CHECK-NEXT:  %[[IS_WIDE:.*]] = icmp uge i64 %[[ITEMS]], 8
; CHECK-NEXT:  br i1 %[[IS_WIDE]], label %[[WIDE:.*]], label %[[NARROW:.*]]
; CHECK:       [[NARROW]]:
; CHECK-NEXT:  call void @k.group.narrow(ptr %0, ptr %1)
; CHECK:       [[WIDE]]:
; CHECK-NEXT:  br label %[[CALL:.*]]
; CHECK:       [[CALL]]:
; CHECK-NEXT:  call void @k.group.wide(ptr %0, ptr %1)
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %beyond = icmp uge i64 %y, %n
  br i1 %beyond, label %end, label %work
work:
  %row = mul i64 %x, %n
  %place = add i64 %row, %y
  %at = getelementptr float, ptr addrspace(1) %p, i64 %place
  store float 1.0, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
