; SPDX-License-Identifier: Apache-2.0
; Of conditions joined by "and", the comparisons become bounds; the one that reads memory is still tested.
; RUN: kernel-opt %s --passes=index-set-splitting -S | FileCheck %s

; CHECK-LABEL: stretch:
; CHECK:       icmp slt i64 {{%.*}}, {{%.*}}
; CHECK-LABEL: loop:
; CHECK-NOT:   icmp slt
; CHECK:       br i1 %set, label %body, label %latch
define void @f(ptr %p, ptr %q, i64 %first, i64 %n, i64 %m, i16 %short) {
entry:
  %size = zext i16 %short to i64
  %last = add nuw nsw i64 %size, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = add i64 %first, %i
  %below = icmp slt i64 %v, %n
  %flag_place = getelementptr inbounds i8, ptr %q, i64 %i
  %flag = load i8, ptr %flag_place
  %set = icmp ne i8 %flag, 0
  %passes = select i1 %below, i1 %set, i1 false
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
