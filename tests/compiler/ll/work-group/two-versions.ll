; SPDX-License-Identifier: Apache-2.0
; A kernel with interchanged loops has two versions: groups of at least eight work-items along x run the wide
; one, others the original one. Without optimisation there is one version.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s
; RUN: kernel-opt %s --options=-cl-opt-disable --passes=work-group -S | FileCheck %s --check-prefix=PLAIN

; CHECK-LABEL: define void @k.group(ptr %0, ptr "group-context" %1)
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 0
; CHECK-NEXT:  %[[ITEMS:.*]] = load i64
; CHECK-NEXT:  %[[IS_WIDE:.*]] = icmp uge i64 %[[ITEMS]], 8
; CHECK-NEXT:  br i1 %[[IS_WIDE]], label %[[WIDE:.*]], label %[[NARROW:.*]]
; CHECK:       [[NARROW]]:
; CHECK-NEXT:  call void @k.group.narrow(ptr %0, ptr %1)
; CHECK:       [[WIDE]]:
; CHECK-NEXT:  br label %[[CALL:.*]]
; CHECK:       [[CALL]]:
; CHECK-NEXT:  call void @k.group.wide(ptr %0, ptr %1)
; PLAIN-NOT:   wide
; PLAIN-NOT:   region1
define void @k(ptr addrspace(1) %b, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  br label %before
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
