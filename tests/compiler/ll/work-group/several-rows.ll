; SPDX-License-Identifier: Apache-2.0
; A product of matrices, in which rows of work-items load the same elements of %b, has one version without interchange, and gains
; by several rows in a group.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK:       ; k.group: local 0, item 0, private 0 bytes, several rows
; CHECK-LABEL: define void @k.group(
; CHECK-NOT:   @k.group.wide
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
