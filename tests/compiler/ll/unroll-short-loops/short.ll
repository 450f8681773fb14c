; SPDX-License-Identifier: Apache-2.0
; 170 iterations of 6 instructions are 1020, just below the limit. The mark counts as a change.
; RUN: kernel-opt %s --passes=unroll-short-loops --count-changes -S | FileCheck %s

; CHECK:     ; UnrollShortLoops changes: 1
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[UNROLL:![0-9]+]]}
; CHECK: [[UNROLL]] = !{!"llvm.loop.unroll.full", i32 0}
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 170
  br i1 %more, label %loop, label %done
done:
  ret void
}
