; SPDX-License-Identifier: Apache-2.0
; Values that pass through a loop as halves of one number are that number there.
; RUN: kernel-opt %s --passes=rejoin-split-phis -S | FileCheck %s

; CHECK-LABEL: define i32 @halves(
; CHECK:       entry:
; CHECK:       %[[FIRST:.*]] = or i64
; CHECK:       loop:
; CHECK:       %[[NUMBER:.*]] = phi i64 [ %[[FIRST]], %entry ], [ %next, %loop ]
; CHECK-NOT:   phi i32
; CHECK:       %next = mul i64 %[[NUMBER]], 3
; CHECK-NOT:   zext
; CHECK:       done:
; CHECK:       add i32
define i32 @halves(i32 %a, i32 %b, i1 %again) {
entry:
  br label %loop
loop:
  %low = phi i32 [ %a, %entry ], [ %next.low, %loop ]
  %high = phi i32 [ %b, %entry ], [ %next.high, %loop ]
  %low.wide = zext i32 %low to i64
  %high.wide = zext i32 %high to i64
  %high.shifted = shl nuw i64 %high.wide, 32
  %whole = or disjoint i64 %high.shifted, %low.wide
  %next = mul i64 %whole, 3
  %next.low = trunc i64 %next to i32
  %next.shifted = lshr i64 %next, 32
  %next.high = trunc nuw i64 %next.shifted to i32
  br i1 %again, label %loop, label %done
done:
  %sum = add i32 %low, %next.high
  ret i32 %sum
}
; Phis as wide as the number.
; CHECK-LABEL: define i64 @as_wide(
; CHECK:       loop:
; CHECK-NEXT:  %[[WIDE:.*]] = phi i64 [ %{{.*}}, %entry ], [ %next, %loop ]
; CHECK-NOT:   phi
; CHECK:       mul i64 %[[WIDE]], 3
define i64 @as_wide(i64 %a, i64 %b, i1 %again) {
entry:
  br label %loop
loop:
  %low = phi i64 [ %a, %entry ], [ %next, %loop ]
  %high = phi i64 [ %b, %entry ], [ %next.high, %loop ]
  %low.half = and i64 %low, 4294967295
  %high.shifted = shl nuw i64 %high, 32
  %whole = or disjoint i64 %high.shifted, %low.half
  %next = mul i64 %whole, 3
  %next.high = lshr i64 %next, 32
  br i1 %again, label %loop, label %done
done:
  ret i64 %next
}
; The higher one at its place.
; CHECK-LABEL: define i64 @in_place(
; CHECK:       loop:
; CHECK-NEXT:  %[[PLACED:.*]] = phi i64 [ %{{.*}}, %entry ], [ %next, %loop ]
; CHECK-NOT:   phi
; CHECK:       mul i64 %[[PLACED]], 3
define i64 @in_place(i64 %a, i64 %b, i1 %again) {
entry:
  br label %loop
loop:
  %low = phi i64 [ %a, %entry ], [ %next, %loop ]
  %high = phi i64 [ %b, %entry ], [ %next.high, %loop ]
  %low.half = and i64 %low, 4294967295
  %whole = or disjoint i64 %low.half, %high
  %next = mul i64 %whole, 3
  %next.high = and i64 %next, -4294967296
  br i1 %again, label %loop, label %done
done:
  ret i64 %next
}
; Not halves of one number in any iteration.
; CHECK-LABEL: define i64 @others(
; CHECK:       phi i32
; CHECK:       phi i32
define i64 @others(i32 %a, i32 %b, i1 %again) {
entry:
  br label %loop
loop:
  %low = phi i32 [ %a, %entry ], [ %next.low, %loop ]
  %high = phi i32 [ %b, %entry ], [ %low, %loop ]
  %low.wide = zext i32 %low to i64
  %high.wide = zext i32 %high to i64
  %high.shifted = shl nuw i64 %high.wide, 32
  %whole = or disjoint i64 %high.shifted, %low.wide
  %next = mul i64 %whole, 3
  %next.low = trunc i64 %next to i32
  br i1 %again, label %loop, label %done
done:
  ret i64 %next
}
