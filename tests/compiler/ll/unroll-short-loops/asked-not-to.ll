; SPDX-License-Identifier: Apache-2.0
; The source's settings for unrolling take precedence.
; RUN: kernel-opt %s --passes=unroll-short-loops -S | FileCheck %s

; CHECK:     br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[UNROLL:![0-9]+]]}
; CHECK:     [[UNROLL]] = !{!"llvm.loop.unroll.disable"}
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
