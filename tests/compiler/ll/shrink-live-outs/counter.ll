; SPDX-License-Identifier: Apache-2.0
; Of a counter, 32 bits leave the loop: it is cut inside, on both ways out. A sum is cut once, behind the loop; so is a
; counter of which other bits are used, too.
; RUN: kernel-opt %s --passes=shrink-live-outs -S | FileCheck %s

; CHECK-LABEL: define i32 @counter(
; CHECK:       %i = phi i64
; CHECK-NEXT:  %[[CUT:.*]] = trunc i64 %i to i32
; CHECK:       %[[NEXT:.*]] = trunc i64 %next to i32
; CHECK:       end:
; CHECK-NEXT:  %[[RESULT:.*]] = phi i32 [ %[[CUT]], %loop ], [ %[[NEXT]], %latch ]
; CHECK-NEXT:  ret i32 %[[RESULT]]
define i32 @counter(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %at
  %found = icmp eq i8 %value, 7
  br i1 %found, label %end, label %latch
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %place = phi i64 [ %i, %loop ], [ %next, %latch ]
  %low = trunc i64 %place to i32
  ret i32 %low
}
; CHECK-LABEL: define i32 @sum(
; CHECK:       end:
; CHECK-NEXT:  phi i64
define i32 @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %value = load i64, ptr %at
  %sum.next = add i64 %sum, %value
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %all = phi i64 [ %sum.next, %loop ]
  %low = trunc i64 %all to i32
  ret i32 %low
}
; CHECK-LABEL: define i64 @other_bits(
; CHECK:       end:
; CHECK-NEXT:  phi i64
define i64 @other_bits(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %at
  %next = add nuw i64 %i, 1
  %found = icmp eq i8 %value, 7
  br i1 %found, label %end, label %loop
end:
  %place = phi i64 [ %i, %loop ]
  %low = trunc i64 %place to i32
  %extended = zext i32 %low to i64
  %both = mul i64 %extended, %place
  ret i64 %both
}
