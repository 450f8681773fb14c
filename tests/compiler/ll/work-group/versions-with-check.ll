; SPDX-License-Identifier: Apache-2.0
; The wide version has no early return, so it runs only for groups in which no work-item returns early: a loop
; over the early return alone returns -1 for these.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK-LABEL: define internal i32 @{{.*}}.check(ptr %0, ptr %1)
; CHECK-LABEL: define void @k.group(ptr %0, ptr "group-context" %1)
; CHECK:       icmp uge i64 %{{.*}}, 8
; CHECK-NEXT:  br i1 %{{.*}}, label %[[ASK:.*]], label %[[NARROW:.*]]
; CHECK:       [[NARROW]]:
; CHECK-NEXT:  call void @k.group.narrow(
; CHECK:       [[ASK]]:
; CHECK-NEXT:  %[[ANSWER:.*]] = call i32 @{{.*}}.check(ptr %0, ptr %1)
; CHECK-NEXT:  %[[ALL_STAY:.*]] = icmp eq i32 %[[ANSWER]], -1
; CHECK-NEXT:  br i1 %[[ALL_STAY]], label %[[WIDE:.*]], label %[[NARROW]]
; CHECK:       [[WIDE]]:
; CHECK-NEXT:  br label %[[CALL:.*]]
; CHECK:       [[CALL]]:
; CHECK-NEXT:  call void @k.group.wide(
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %x, %n
  br i1 %out, label %end, label %before
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  store float 1.0, ptr addrspace(1) %at
  %next = add i64 %i, 1
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"long"}
