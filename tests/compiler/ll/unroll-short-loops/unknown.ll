; SPDX-License-Identifier: Apache-2.0
; A loop with an unknown number of iterations stays.
; RUN: kernel-opt %s --passes=unroll-short-loops -S | FileCheck %s

; CHECK:     br i1 %more, label %loop, label %done{{$}}
; CHECK-NOT: llvm.loop
define void @f(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
