; SPDX-License-Identifier: Apache-2.0
; A call of printf passes its values as records of 136 bytes: kind, number of elements, elements of eight bytes.
; The kinds are those of core/kernel_abi.h: 3 is 32-bit integers, 5 floats, 7 pointers.
; RUN: kernel-opt %s --passes=lower-printf -S | FileCheck %s

; CHECK:     %[[RECORDS:.*]] = alloca [51 x i64]
; CHECK:     %[[FIRST:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 0
; CHECK:     store i32 3, ptr %[[FIRST]]
; CHECK:     %[[COUNT:.*]] = getelementptr i8, ptr %[[FIRST]], i32 4
; CHECK:     store i32 1, ptr %[[COUNT]]
; CHECK-DAG: %[[BITS:.*]] = zext i32 %i to i64
; CHECK-DAG: %[[VALUE:.*]] = getelementptr i8, ptr %[[FIRST]], i64 8
; CHECK:     store i64 %[[BITS]], ptr %[[VALUE]]
; CHECK:     %[[SECOND:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 136
; CHECK:     store i32 5, ptr %[[SECOND]]
; CHECK:     store i32 2, ptr
; CHECK:     extractelement <2 x float> %v, i64 0
; CHECK:     bitcast float {{.*}} to i32
; CHECK:     extractelement <2 x float> %v, i64 1
; CHECK:     %[[THIRD:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 272
; CHECK:     store i32 7, ptr %[[THIRD]]
; CHECK:     ptrtoint ptr addrspace(4) %s to i64
; CHECK:     %[[FORMAT:.*]] = addrspacecast ptr addrspace(4) %format to ptr
; CHECK:     call i32 @quadcl_print(ptr %[[FORMAT]], ptr %[[RECORDS]], i64 3)
; CHECK-NOT: call {{.*}}@printf
define i32 @f(ptr addrspace(4) %format, i32 %i, <2 x float> %v, ptr addrspace(4) %s) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %format, i32 %i, <2 x float> %v, ptr addrspace(4) %s)
  ret i32 %r
}
declare i32 @printf(ptr addrspace(4), ...)
