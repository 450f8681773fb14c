; SPDX-License-Identifier: Apache-2.0
; Loads before the only store: none can move before it. The loop stays declared parallel.
; RUN: kernel-opt %s --passes=drop-parallel-if-reordered -S | FileCheck %s

; CHECK:     br i1 %more, label %loop, label %done, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[PARALLEL:![0-9]+]], [[UNROLL:![0-9]+]]}
; CHECK:     [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", {{![0-9]+}}}
; CHECK:     [[UNROLL]] = !{!"llvm.loop.unroll.disable"}
define void @f(ptr %p, ptr %q, ptr noalias %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %twice = shl nuw nsw i64 %i, 1
  %odd = or disjoint i64 %twice, 1
  %p_next = getelementptr inbounds float, ptr %p, i64 %i
  %p_even = getelementptr inbounds float, ptr %p, i64 %twice
  %p_odd = getelementptr inbounds float, ptr %p, i64 %odd
  %q_even = getelementptr inbounds float, ptr %q, i64 %twice
  %r_even = getelementptr inbounds float, ptr %r, i64 %twice
  %a = load float, ptr %p_even, !llvm.access.group !0
  %b = load float, ptr %q_even, !llvm.access.group !0
  %sum = fadd float %a, %b
  store float %sum, ptr %p_even, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !1
done:
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"llvm.loop.unroll.disable"}
