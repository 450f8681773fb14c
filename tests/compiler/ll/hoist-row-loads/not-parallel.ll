; SPDX-License-Identifier: Apache-2.0
; Without the declaration another iteration may store to the place.
; RUN: kernel-opt %s --passes=hoist-row-loads -S | FileCheck %s

; CHECK-LABEL: loop:
; CHECK:       load {{.*}}, ptr %r
define void @f(ptr %p, ptr noalias %q, ptr %r, i1 %some, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  %a = load float, ptr %r
  store float %a, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
