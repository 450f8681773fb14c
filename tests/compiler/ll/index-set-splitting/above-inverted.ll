; SPDX-License-Identifier: Apache-2.0
; The last iterations pass a condition that skips the body if it is true.
; RUN: kernel-opt %s --passes=index-set-splitting -S | FileCheck %s

; CHECK-LABEL: entry:
; CHECK:       [[FAILING:%.*]] = call i64 @llvm.umax.i64(i64 0, i64 {{%.*}})
; CHECK:       %begin = add nuw i64 0, [[FAILING]]
; CHECK-LABEL: stretch:
; CHECK:       phi i64 [ %begin, %entry ]
; CHECK-LABEL: loop:
; CHECK:       br label %body
define void @f(ptr %p, ptr %q, i64 %first, i64 %n, i64 %m, i16 %short) {
entry:
  %size = zext i16 %short to i64
  %last = add nuw nsw i64 %size, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = add i64 %first, %i
  %fails = icmp slt i64 %v, %n
  br i1 %fails, label %latch, label %body
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
