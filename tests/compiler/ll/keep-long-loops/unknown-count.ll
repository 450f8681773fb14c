; SPDX-License-Identifier: Apache-2.0
; A loop with an unknown number of iterations is not unrolled. The mark counts as a change.
; RUN: kernel-opt %s --passes=keep-long-loops --count-changes -S | FileCheck %s

; CHECK:     ; KeepLongLoops changes: 1
; CHECK:     br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[UNROLL:![0-9]+]]}
; CHECK:     [[UNROLL]] = !{!"llvm.loop.unroll.disable", i32 1}
define void @f(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
