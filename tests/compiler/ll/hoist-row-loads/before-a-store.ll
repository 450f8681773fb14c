; SPDX-License-Identifier: Apache-2.0
; Loads before any store are made once, and so are loads through the loaded pointers.
; RUN: kernel-opt %s --passes=hoist-row-loads -S | FileCheck %s

; CHECK-LABEL: entry:
; CHECK:       [[INDEX:%.*]] = load i64, ptr %r
; CHECK:       [[PLACE:%.*]] = getelementptr inbounds float, ptr %q, i64 [[INDEX]]
; CHECK:       load float, ptr [[PLACE]]
; CHECK-LABEL: loop:
; CHECK-NOT:   load
define void @f(ptr %p, ptr noalias %q, ptr %r, i1 %some, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  %index = load i64, ptr %r, !llvm.access.group !2
  %other = getelementptr inbounds float, ptr %q, i64 %index
  %a = load float, ptr %other, !llvm.access.group !2
  store float %a, ptr %place, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
