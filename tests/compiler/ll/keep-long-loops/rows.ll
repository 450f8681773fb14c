; SPDX-License-Identifier: Apache-2.0
; What is left of a row that was kept as a loop for lanes may be unrolled if it is short.
; RUN: kernel-opt %s --passes=keep-long-loops -S | FileCheck %s

; CHECK:     br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], !{{[0-9]+}}}
; CHECK-NOT: llvm.loop.unroll.disable
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1, !3}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{!"llvm.loop.unroll.disable", i32 1}
