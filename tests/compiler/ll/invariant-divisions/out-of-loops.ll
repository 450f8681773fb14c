; SPDX-License-Identifier: Apache-2.0
; A division of values that no iteration changes leaves all loops, although its block does not always run. Out there, its
; divisor cannot be zero. Other divisions stay.
; RUN: kernel-opt %s --passes=invariant-divisions -S | FileCheck %s

; CHECK:      entry:
; CHECK:      %[[ZERO:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK-NEXT: %[[DIVISOR:.*]] = select i1 %[[ZERO]], i32 1, i32 %{{.*}}
; CHECK-NEXT: %rest = urem i32 34, %[[DIVISOR]]
; CHECK:      outer:
; CHECK:      %of_outer = udiv i32 %x, 3
; CHECK:      inner:
; CHECK:      then:
; CHECK-NOT:  urem i32 34
; CHECK:      %of_inner = urem i32 %y, %n
define void @f(ptr %p, i32 %n, i1 %c) {
entry:
  br label %outer
outer:
  %x = phi i32 [ 0, %entry ], [ %next_x, %next ]
  br label %inner
inner:
  %y = phi i32 [ 0, %outer ], [ %next_y, %latch ]
  br i1 %c, label %then, label %latch
then:
  %rest = urem i32 34, %n
  %of_outer = udiv i32 %x, 3
  %of_inner = urem i32 %y, %n
  %a = add i32 %rest, %of_outer
  %b = add i32 %a, %of_inner
  store i32 %b, ptr %p
  br label %latch
latch:
  %next_y = add i32 %y, 1
  %more_y = icmp ult i32 %next_y, 64
  br i1 %more_y, label %inner, label %next
next:
  %next_x = add i32 %x, 1
  %more_x = icmp ult i32 %next_x, 64
  br i1 %more_x, label %outer, label %done
done:
  ret void
}
