; SPDX-License-Identifier: Apache-2.0
; Shifts and masks that extend the low bits of a number become a truncation and an extension; others stay.
; RUN: kernel-opt %s --passes=explicit-extensions -S | FileCheck %s

; CHECK:      %[[LOW:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[WIDE:.*]] = sext i32 %[[LOW]] to i64
; CHECK-NEXT: %[[BYTES:.*]] = shl i64 %[[WIDE]], 2
; CHECK-NEXT: ret i64 %[[BYTES]]
define i64 @scaled(i64 %x) {
  %high = shl i64 %x, 32
  %bytes = ashr exact i64 %high, 30
  ret i64 %bytes
}
; CHECK-LABEL: @masked
; CHECK-NEXT: %[[LOW:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[WIDE:.*]] = zext i32 %[[LOW]] to i64
; CHECK-NEXT: ret i64 %[[WIDE]]
define i64 @masked(i64 %x) {
  %low = and i64 %x, 4294967295
  ret i64 %low
}
; CHECK-LABEL: @scaled_and_masked
; CHECK:      zext i32 %{{.*}} to i64
; CHECK-NEXT: shl i64 %{{.*}}, 3
define i64 @scaled_and_masked(i64 %x) {
  %bytes = shl i64 %x, 3
  %low = and i64 %bytes, 34359738360
  ret i64 %low
}
; CHECK-LABEL: @others
; CHECK-NOT: ext
define i64 @others(i64 %x) {
  %a = and i64 %x, 254
  %high = shl i64 %a, 30
  %b = ashr i64 %high, 31
  %c = and i64 %b, 1000
  ret i64 %c
}
; Sums, differences and multiples of shifted numbers are computed before the extension.
; CHECK-LABEL: @next
; CHECK:      %[[LOW:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[NEXT:.*]] = add nuw nsw i32 %[[LOW]], 1
; CHECK-NEXT: %[[WIDE:.*]] = sext i32 %[[NEXT]] to i64
; CHECK-NEXT: ret i64 %[[WIDE]]
define i64 @next(i64 %x) {
  %high = shl i64 %x, 32
  %next = add nuw nsw i64 %high, 4294967296
  %wide = ashr exact i64 %next, 32
  ret i64 %wide
}
; CHECK-LABEL: @sums
; CHECK-DAG:  %[[TRIPLE:.*]] = mul i32 %{{.*}}, 3
; CHECK-DAG:  %[[HALF:.*]] = shl i32 %{{.*}}, 1
; CHECK:      %[[SUM:.*]] = sub i32 %[[TRIPLE]], %[[HALF]]
; CHECK-NEXT: sext i32 %[[SUM]] to i64
; CHECK-NEXT: shl i64 %{{.*}}, 2
define i64 @sums(i64 %x, i64 %y) {
  %triple = mul i64 %x, 12884901888
  %double = shl i64 %y, 33
  %sum = sub i64 %triple, %double
  %bytes = ashr exact i64 %sum, 30
  ret i64 %bytes
}
; The low bits of the sum are not zero: nothing is extended.
; CHECK-LABEL: @odd
; CHECK-NOT: ext
define i64 @odd(i64 %x, i64 %y) {
  %high = shl i64 %x, 32
  %a = add i64 %high, 4294967297
  %b = ashr i64 %a, 32
  %c = add i64 %high, %y
  %d = ashr i64 %c, 32
  %e = xor i64 %b, %d
  ret i64 %e
}
