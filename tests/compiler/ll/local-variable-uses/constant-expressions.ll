; SPDX-License-Identifier: Apache-2.0
; Each use of a __local variable is an operand of an instruction, also inside an address that was a constant.
; Variables of other address spaces stay in constants.
; RUN: kernel-opt %s --passes=local-variable-uses -S | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NEXT:  %[[AT:.*]] = getelementptr {{.*}}, ptr addrspace(3) @shared, {{.*}}
; CHECK-NEXT:  %[[GENERIC:.*]] = addrspacecast ptr addrspace(3) %[[AT]] to ptr
; CHECK-NEXT:  store i32 1, ptr %[[GENERIC]]
; CHECK-NEXT:  store i32 2, ptr addrspace(3) @shared
; CHECK-NEXT:  store i32 3, ptr addrspace(1) getelementptr
; CHECK-LABEL: define void @other(
; CHECK-NEXT:  %[[AT:.*]] = getelementptr {{.*}}, ptr addrspace(3) @shared, {{.*}}
; CHECK-NEXT:  store i32 4, ptr addrspace(3) %[[AT]]
@shared = internal addrspace(3) global [4 x i32] undef
@table = internal addrspace(1) global [4 x i32] zeroinitializer
define void @k() !kernel_arg_type !0 {
  store i32 1, ptr addrspacecast (ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @shared, i64 1) to ptr)
  store i32 2, ptr addrspace(3) @shared
  store i32 3, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @table, i64 1)
  ret void
}
define void @other() !kernel_arg_type !0 {
  store i32 4, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @shared, i64 1)
  ret void
}
!0 = !{}
