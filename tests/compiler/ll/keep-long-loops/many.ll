; SPDX-License-Identifier: Apache-2.0
; A loop of more than 32 iterations is not unrolled.
; RUN: kernel-opt %s --passes=keep-long-loops -S | FileCheck %s

; CHECK:     br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[UNROLL:![0-9]+]]}
; CHECK:     [[UNROLL]] = !{!"llvm.loop.unroll.disable", i32 1}
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 33
  br i1 %more, label %loop, label %done
done:
  ret void
}
