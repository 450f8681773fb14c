; SPDX-License-Identifier: Apache-2.0
; A counter that is cut and extended in each iteration becomes as narrow as what is kept of it. One that is used as a
; whole stays.
; RUN: kernel-opt %s --passes=narrow-counters -S | FileCheck %s

; CHECK-LABEL: @cut(
; CHECK: %[[FIRST:.*]] = trunc i64 %first to i32
; CHECK: %counter = phi i32 [ %[[FIRST]], %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: sext
; CHECK: add nsw i32 %counter, -2
; CHECK: %[[STEP:.*]] = trunc i64 %step to i32
; CHECK: %[[NEXT]] = add i32 %counter, %[[STEP]]
define void @cut(ptr %p, i64 %first, i64 %step, i32 %n) {
entry:
  br label %loop
loop:
  %counter = phi i64 [ %first, %entry ], [ %next, %loop ]
  %index = trunc i64 %counter to i32
  %before = add nsw i32 %index, -2
  store i32 %before, ptr %p
  %extended = sext i32 %index to i64
  %next = add i64 %extended, %step
  %more = icmp slt i32 %index, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @whole(
; CHECK: phi i64
define void @whole(ptr %p, i64 %first, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %counter = phi i64 [ %first, %entry ], [ %next, %loop ]
  %index = trunc i64 %counter to i32
  store i32 %index, ptr %p
  %extended = sext i32 %index to i64
  %next = add i64 %extended, %step
  %more = icmp slt i64 %counter, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; One whose next value is not computed from what is kept stays, too.
; CHECK-LABEL: @plain(
; CHECK: phi i64
define void @plain(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %counter = phi i64 [ 0, %entry ], [ %n, %loop ]
  %index = trunc i64 %counter to i32
  store i32 %index, ptr %p
  %more = icmp slt i32 %index, 10
  br i1 %more, label %loop, label %done
done:
  ret void
}
; Two edges from one block bring the same value.
; CHECK-LABEL: @two_edges(
; CHECK: phi i32 [ %[[FROM:.*]], %entry ], [ %[[AFTER:.*]], %loop ], [ %[[AFTER]], %loop ]
define void @two_edges(ptr %p, i64 %first, i64 %step, i32 %n) {
entry:
  br label %loop
loop:
  %counter = phi i64 [ %first, %entry ], [ %next, %loop ], [ %next, %loop ]
  %index = trunc i64 %counter to i32
  store i32 %index, ptr %p
  %extended = sext i32 %index to i64
  %next = add i64 %extended, %step
  switch i32 %index, label %done [ i32 1, label %loop
                                   i32 2, label %loop ]
done:
  ret void
}
; What is left of an earlier pass does not count, even if it uses the counter twice.
; CHECK-LABEL: @left_over(
; CHECK: phi i32
; CHECK-NOT: mul
define void @left_over(ptr %p, i64 %first, i64 %step, i32 %n) {
entry:
  br label %loop
loop:
  %counter = phi i64 [ %first, %entry ], [ %next, %loop ]
  %unused = mul i64 %counter, %counter
  %index = trunc i64 %counter to i32
  store i32 %index, ptr %p
  %extended = sext i32 %index to i64
  %next = add i64 %extended, %step
  %more = icmp slt i32 %index, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
