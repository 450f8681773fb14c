; SPDX-License-Identifier: Apache-2.0
; The step of a counter that is computed on each path is computed once before the paths. Different computations
; stay, and so do equal ones of values that are known on the paths only.
; RUN: kernel-opt %s --passes=undo-pre-of-steps -S | FileCheck %s

; CHECK-LABEL: define i64 @step
; CHECK:       %[[NEXT:.*]] = add i64 %i, 1
; CHECK-NEXT:  br i1 %c
; CHECK:       %used = mul i64 %[[NEXT]], %i
; CHECK:       ret i64 %[[NEXT]]
define i64 @step(i64 %i, i1 %c, ptr %p) {
  br i1 %c, label %left, label %right
left:
  %a = add nuw i64 %i, 1
  br label %end
right:
  %b = add i64 %i, 1
  %used = mul i64 %b, %i
  store i64 %used, ptr %p
  br label %end
end:
  %next = phi i64 [ %a, %left ], [ %b, %right ]
  ret i64 %next
}
; CHECK-LABEL: define i64 @different
; CHECK:       phi i64 [ %a, %left ], [ %b, %right ]
define i64 @different(i64 %i, i1 %c) {
  br i1 %c, label %left, label %right
left:
  %a = add i64 %i, 1
  br label %end
right:
  %b = add i64 %i, 2
  br label %end
end:
  %next = phi i64 [ %a, %left ], [ %b, %right ]
  ret i64 %next
}
; CHECK-LABEL: define i64 @loop
; CHECK:       phi i64 [ %a, %entry ], [ %b, %loop ]
define i64 @loop(i64 %i, i64 %n) {
entry:
  %a = add i64 %i, 1
  br label %loop
loop:
  %next = phi i64 [ %a, %entry ], [ %b, %loop ]
  %j = phi i64 [ 0, %entry ], [ %k, %loop ]
  %k = add i64 %j, %next
  %b = add i64 %k, 1
  %more = icmp ult i64 %k, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %next
}
