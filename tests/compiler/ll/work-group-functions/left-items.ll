; SPDX-License-Identifier: Apache-2.0
; A work-item that ends the kernel before others records it in its byte, and later regions skip it. The others
; decide on the next region. Its number is in memory, since no value may pass from work-item to work-item.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:       ; k.group: local 0, item 5, private 0 bytes
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK:       store i32 -1, ptr %[[NEXT:.*]], align 4
; CHECK:       items.x:
; CHECK-NEXT:  phi i64
; CHECK-NOT:   phi i32
; CHECK:       store i8 1, ptr %[[BYTE:.*]], align 1
; CHECK-NEXT:  br label %next.x
; CHECK:       store i8 0, ptr %[[BYTE]], align 1
; CHECK-NEXT:  store i32 1, ptr %[[NEXT]], align 4
; CHECK:       %[[CHOSEN:.*]] = load i32, ptr %[[NEXT]], align 4
; CHECK-NEXT:  ret i32 %[[CHOSEN]]
; CHECK-LABEL: define internal i32 @k.region1(
; CHECK:       %[[LEFT:.*]] = load i8, ptr
; CHECK-NEXT:  %[[HAS_LEFT:.*]] = icmp ne i8 %[[LEFT]], 0
; CHECK-NEXT:  br i1 %[[HAS_LEFT]], label %next.x, label %enter
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %id, %n
  br i1 %out, label %end, label %body
body:
  call void @_Z14quadcl_barrierv()
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"long"}
