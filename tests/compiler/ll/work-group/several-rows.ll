; SPDX-License-Identifier: Apache-2.0
; A product of matrices has three versions. Groups with rows of at least eight work-items run the block version if they
; have at least four rows, else the wide one, in which loops are interchanged; all others run the original one.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK-LABEL: define void @k.group(ptr %0, ptr "group-context" %1)
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 0
; CHECK:       icmp uge i64 %{{.*}}, 8
; CHECK-NEXT:  br i1 %{{.*}}, label %[[LONG:.*]], label %[[NARROW:.*]]
; CHECK:       [[NARROW]]:
; CHECK-NEXT:  call void @k.group.narrow(ptr %0, ptr %1)
; CHECK:       [[LONG]]:
; CHECK:       getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 4, i32 1
; CHECK:       icmp uge i64 %{{.*}}, 4
; CHECK-NEXT:  br i1 %{{.*}}, label %[[SEVERAL:.*]], label %[[WIDE:.*]]
; CHECK:       [[WIDE]]:
; CHECK-NEXT:  call void @k.group.wide(ptr %0, ptr %1)
; CHECK:       [[SEVERAL]]:
; CHECK-NEXT:  br label %[[BLOCK:.*]]
; CHECK:       [[BLOCK]]:
; CHECK-NEXT:  call void @k.group.block(ptr %0, ptr %1)
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %row = mul i64 %i, %n
  %place = add i64 %row, %x
  %at = getelementptr float, ptr addrspace(1) %b, i64 %place
  %value = load float, ptr addrspace(1) %at
  %left = mul i64 %y, %n
  %left_place = add i64 %left, %i
  %left_at = getelementptr float, ptr addrspace(1) %a, i64 %left_place
  %left_value = load float, ptr addrspace(1) %left_at
  %term = fmul float %value, %left_value
  %sum_next = fadd float %sum, %term
  %next = add i64 %i, 1
  br label %loop
end:
  %row_of_c = mul i64 %y, %n
  %place_in_c = add i64 %row_of_c, %x
  %out = getelementptr float, ptr addrspace(1) %c, i64 %place_in_c
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"float*", !"long"}
