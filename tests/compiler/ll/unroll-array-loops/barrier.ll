; SPDX-License-Identifier: Apache-2.0
; Copies of barriers would make many regions.
; RUN: kernel-opt %s --passes=unroll-array-loops -S | FileCheck %s

; CHECK: alloca [4 x float]
; CHECK: phi i64
define void @f(ptr %p, i64 %n) {
entry:
  %array = alloca [4 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %from
  %to = getelementptr [4 x float], ptr %array, i64 0, i64 %i
  store float %value, ptr %to
  call void @_Z14quadcl_barrierv()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  %place = getelementptr [4 x float], ptr %array, i64 0, i64 3
  %result = load float, ptr %place
  store float %result, ptr %p
  ret void
}
declare void @_Z14quadcl_barrierv()
