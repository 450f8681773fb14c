; SPDX-License-Identifier: Apache-2.0
; Only as many loads leave the row as half of the processor's vector registers can hold: here, without a processor, four.
; RUN: kernel-opt %s --passes=hoist-row-loads -S | FileCheck %s

; CHECK:         entry:
; CHECK-COUNT-4: load float, ptr %r
; CHECK-NOT:     load
; CHECK:         loop:
; CHECK-COUNT-2: load float, ptr %r
define void @f(ptr noalias %q, ptr noalias %r, i64 %n) {
entry:
  %r0 = getelementptr float, ptr %r, i64 0
  %r1 = getelementptr float, ptr %r, i64 1
  %r2 = getelementptr float, ptr %r, i64 2
  %r3 = getelementptr float, ptr %r, i64 3
  %r4 = getelementptr float, ptr %r, i64 4
  %r5 = getelementptr float, ptr %r, i64 5
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = load float, ptr %r0, !llvm.access.group !2
  %b = load float, ptr %r1, !llvm.access.group !2
  %c = load float, ptr %r2, !llvm.access.group !2
  %d = load float, ptr %r3, !llvm.access.group !2
  %e = load float, ptr %r4, !llvm.access.group !2
  %f = load float, ptr %r5, !llvm.access.group !2
  %ab = fadd float %a, %b
  %abc = fadd float %ab, %c
  %abcd = fadd float %abc, %d
  %abcde = fadd float %abcd, %e
  %sum = fadd float %abcde, %f
  %to = getelementptr inbounds float, ptr %q, i64 %i
  store float %sum, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
