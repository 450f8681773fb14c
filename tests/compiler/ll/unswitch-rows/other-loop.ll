; SPDX-License-Identifier: Apache-2.0
; Other loops do not change.
; RUN: kernel-opt %s --passes=unswitch-rows -S | FileCheck %s

; CHECK-NOT: split
; CHECK:     br i1 %same, label %one, label %other

define void @f(ptr %p, ptr %q, i1 %same, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  br i1 %same, label %one, label %other
one:
  store float 1.0, ptr %place
  br label %latch
other:
  store float 2.0, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
