; SPDX-License-Identifier: Apache-2.0
; An index from a table of constants is a constant in each iteration. One from a table that may change is not.
; RUN: kernel-opt %s --passes=unroll-array-loops -S | FileCheck %s

@order = internal constant [4 x i32] [i32 2, i32 0, i32 3, i32 1]
@changes = internal global [4 x i32] [i32 2, i32 0, i32 3, i32 1]

; CHECK-LABEL: define void @constant_table
; CHECK-NOT:   alloca
; CHECK-NOT:   phi
; CHECK:       %[[FROM:.*]] = getelementptr i8, ptr %p, i64 12
; CHECK:       %[[FOURTH:.*]] = load float, ptr %[[FROM]]
; CHECK:       store float %[[FOURTH]], ptr %p
define void @constant_table(ptr %p) {
entry:
  %array = alloca [4 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %from
  %place = getelementptr [4 x i32], ptr @order, i64 0, i64 %i
  %index = load i32, ptr %place
  %to = getelementptr [4 x float], ptr %array, i64 0, i32 %index
  store float %value, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  %last = getelementptr [4 x float], ptr %array, i64 0, i64 1
  %result = load float, ptr %last
  store float %result, ptr %p
  ret void
}

; CHECK-LABEL: define void @changing_table
; CHECK:       alloca [4 x float]
; CHECK:       phi i64
define void @changing_table(ptr %p) {
entry:
  %array = alloca [4 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %from
  %place = getelementptr [4 x i32], ptr @changes, i64 0, i64 %i
  %index = load i32, ptr %place
  %to = getelementptr [4 x float], ptr %array, i64 0, i32 %index
  store float %value, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  %last = getelementptr [4 x float], ptr %array, i64 0, i64 1
  %result = load float, ptr %last
  store float %result, ptr %p
  ret void
}
