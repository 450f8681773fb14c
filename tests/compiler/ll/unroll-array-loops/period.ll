; SPDX-License-Identifier: Apache-2.0
; A loop that would be long if all iterations were in line has as many as the indices of its array need to begin again. What only
; the first four iterations leave out stands before it.
; RUN: kernel-opt %s "--passes=unroll-array-loops<cached>" -S | FileCheck %s
; RUN: kernel-opt %s --passes=unroll-array-loops -S | FileCheck %s --check-prefix=ALL

; CHECK-LABEL: @periodic
; CHECK-NOT: alloca
; CHECK: loop:
; CHECK: %i = phi i32 [ 4, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: select
; CHECK: %[[NEXT]] = add {{.*}}i32 %i, 4
; CHECK-NEXT: icmp ult i32 %i, 60

; ALL-LABEL: @periodic
; ALL-NOT: phi
; ALL: ret void
define void @periodic(ptr %p) {
entry:
  %array = alloca [4 x i32]
  %second = getelementptr i32, ptr %array, i64 1
  %third = getelementptr i32, ptr %array, i64 2
  %fourth = getelementptr i32, ptr %array, i64 3
  store i32 1, ptr %array
  store i32 2, ptr %second
  store i32 3, ptr %third
  store i32 4, ptr %fourth
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %place = and i32 %i, 3
  %other = add i32 %i, 3
  %other.place = and i32 %other, 3
  %at = getelementptr [4 x i32], ptr %array, i32 0, i32 %place
  %other.at = getelementptr [4 x i32], ptr %array, i32 0, i32 %other.place
  %one = load i32, ptr %at
  %two = load i32, ptr %other.at
  %a = mul i32 %one, %two
  %b = xor i32 %a, %sum
  %c = shl i32 %b, 5
  %d = lshr i32 %b, 27
  %e = or i32 %c, %d
  %is.later = icmp uge i32 %i, 4
  %f = select i1 %is.later, i32 %e, i32 %one
  store i32 %f, ptr %at
  %sum.next = add i32 %sum, %f
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  store i32 %sum.next, ptr %p
  ret void
}

; Indices that do not begin with a multiple of their number, and those that are no remainders, need all iterations.
; CHECK-LABEL: @not_periodic
; CHECK-NOT: phi
; CHECK: ret void
define void @not_periodic(ptr %p) {
entry:
  %array = alloca [64 x i32]
  store i32 1, ptr %array
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = and i32 %i, 3
  %at = getelementptr [64 x i32], ptr %array, i32 0, i32 %place
  %own = getelementptr [64 x i32], ptr %array, i32 0, i32 %i
  %from = getelementptr i32, ptr %p, i32 %i
  %loaded = load i32, ptr %from
  %one = load i32, ptr %at
  %a = mul i32 %one, %loaded
  %b = xor i32 %a, %i
  %c = shl i32 %b, 5
  %d = lshr i32 %b, 27
  %e = or i32 %c, %d
  %f = add i32 %e, 77
  store i32 %f, ptr %own
  store i32 %f, ptr %from
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 64
  br i1 %more, label %loop, label %done
done:
  ret void
}
