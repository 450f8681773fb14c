; SPDX-License-Identifier: Apache-2.0
; A lowered printf is a call of a function that makes records of 136 bytes of the values (kind, number of elements,
; elements of eight bytes) and calls the runner's function, member 10 of the group context, which is its first
; argument. The kinds are those of core/kernel_abi.h: 3 is 32-bit integers, 5 floats, 7 pointers.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:     call i32 @print.1(ptr %{{[0-9]+}}, ptr @format, i32 %{{[0-9]+}}, <2 x float> %{{[0-9]+}}, ptr addrspace(4) null)
; CHECK:     call i32 @print(ptr %{{[0-9]+}}, ptr @part)

; CHECK:     define internal i32 @print({{.*}}) #[[PART:[0-9]+]] {
; CHECK:     define internal i32 @print.1(ptr %[[CONTEXT:.*]], ptr %[[FORMAT:.*]], i32 %[[I:.*]], <2 x float> %[[V:.*]], ptr addrspace(4) %[[S:.*]]) #[[LINES:[0-9]+]] {
; CHECK:     %[[RECORDS:.*]] = alloca [51 x i64]
; CHECK:     %[[FIRST:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 0
; CHECK:     store i32 3, ptr %[[FIRST]]
; CHECK:     %[[COUNT:.*]] = getelementptr i8, ptr %[[FIRST]], i32 4
; CHECK:     store i32 1, ptr %[[COUNT]]
; CHECK-DAG: %[[BITS:.*]] = zext i32 %[[I]] to i64
; CHECK-DAG: %[[VALUE:.*]] = getelementptr i8, ptr %[[FIRST]], i64 8
; CHECK:     store i64 %[[BITS]], ptr %[[VALUE]]
; CHECK:     %[[SECOND:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 136
; CHECK:     store i32 5, ptr %[[SECOND]]
; CHECK:     store i32 2, ptr
; CHECK:     extractelement <2 x float> %[[V]], i64 0
; CHECK:     bitcast float {{.*}} to i32
; CHECK:     extractelement <2 x float> %[[V]], i64 1
; CHECK:     %[[THIRD:.*]] = getelementptr i8, ptr %[[RECORDS]], i64 272
; CHECK:     store i32 7, ptr %[[THIRD]]
; CHECK:     ptrtoint ptr addrspace(4) %[[S]] to i64
; CHECK:     getelementptr inbounds {{.*}}, ptr %[[CONTEXT]], i32 0, i32 10
; CHECK:     %[[PRINT:.*]] = load ptr, ptr
; CHECK:     call i32 %[[PRINT]](ptr %[[CONTEXT]], ptr %[[FORMAT]], ptr %[[RECORDS]], i64 3)

; CHECK:     attributes #[[PART]] = { noinline "quadcl-prints" }
; CHECK:     attributes #[[LINES]] = { noinline "quadcl-prints"="lines" }
@format = internal constant [14 x i8] c"%d %v2f %s !\0A\00"
@part = internal constant [3 x i8] c"+ \00"
define void @k(i32 %i, <2 x float> %v) !kernel_arg_type !0 {
  %r = call i32 (ptr, ...) @quadcl_print(ptr @format, i32 %i, <2 x float> %v, ptr addrspace(4) null)
  %s = call i32 (ptr, ...) @quadcl_print(ptr @part)
  ret void
}
declare i32 @quadcl_print(ptr, ...)
!0 = !{!"int", !"float2"}
