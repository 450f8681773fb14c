; SPDX-License-Identifier: Apache-2.0
; Not split: all iterations except one pass.
; RUN: kernel-opt %s --passes=index-set-splitting -S | FileCheck %s

; CHECK-NOT: stretch
define void @f(ptr %p, ptr %q, i64 %first, i64 %n, i64 %m, i16 %short) {
entry:
  %size = zext i16 %short to i64
  %last = add nuw nsw i64 %size, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = add i64 %first, %i
  %passes = icmp ne i64 %v, %n
  br i1 %passes, label %body, label %latch
body:
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}
