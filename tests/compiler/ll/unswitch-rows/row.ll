; SPDX-License-Identifier: Apache-2.0
; A branch that is uniform over a row of work-items is taken before the loop over them. That counts as a change, though
; the loop is then visited again.
; RUN: kernel-opt %s --passes=unswitch-rows --count-changes -S | FileCheck %s

; CHECK:       ; UnswitchRows changes: {{[1-9]}}
; CHECK-LABEL: entry:
; CHECK:       br i1 {{%.*}}, label %entry.split{{.*}}, label %entry.split
; CHECK:       !llvm.loop
; CHECK:       !llvm.loop
define void @f(ptr %p, ptr %q, i1 %same, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  br i1 %same, label %one, label %other
one:
  store float 1.0, ptr %place, !llvm.access.group !2
  br label %latch
other:
  store float 2.0, ptr %place, !llvm.access.group !2
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
