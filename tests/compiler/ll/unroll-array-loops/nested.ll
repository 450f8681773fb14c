; SPDX-License-Identifier: Apache-2.0
; Loops in loops are unrolled, and the array becomes values.
; RUN: kernel-opt %s --passes=unroll-array-loops -S | FileCheck %s

; CHECK-NOT:     phi
; CHECK-NOT:     alloca
; CHECK-COUNT-4: store float
; CHECK-NOT:     store
define void @f(ptr %p, i64 %n) {
entry:
  %array = alloca [2 x [2 x float]]
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next_i, %outer_end ]
  %more_i = icmp slt i32 %i, 2
  br i1 %more_i, label %inner, label %read
inner:
  %j = phi i32 [ 0, %outer ], [ %next_j, %body ]
  %more_j = icmp slt i32 %j, 2
  br i1 %more_j, label %body, label %outer_end
body:
  %wide_i = zext i32 %i to i64
  %wide_j = zext i32 %j to i64
  %from = getelementptr [2 x float], ptr %p, i64 %wide_i, i64 %wide_j
  %value = load float, ptr %from
  %to = getelementptr [2 x [2 x float]], ptr %array, i64 0, i64 %wide_i, i64 %wide_j
  store float %value, ptr %to
  %next_j = add i32 %j, 1
  br label %inner
outer_end:
  %next_i = add i32 %i, 1
  br label %outer
read:
  %k = phi i64 [ 0, %outer ], [ %next_k, %read ]
  %old = getelementptr float, ptr %array, i64 %k
  %element = load float, ptr %old
  %behind = add i64 %k, %n
  %out = getelementptr float, ptr %p, i64 %behind
  store float %element, ptr %out
  %next_k = add i64 %k, 1
  %more_k = icmp ult i64 %next_k, 4
  br i1 %more_k, label %read, label %end
end:
  ret void
}
