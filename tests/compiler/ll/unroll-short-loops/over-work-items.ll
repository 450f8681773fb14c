; SPDX-License-Identifier: Apache-2.0
; Loops over work-items are kept for lanes, unless there are fewer work-items than the shortest vector has lanes,
; or branches.
; RUN: kernel-opt %s --passes=unroll-short-loops -S | FileCheck %s

; CHECK-LABEL: define void @four(
; CHECK:       br i1 %more, label %loop, label %done, !llvm.loop [[ROW:![0-9]+]]
; CHECK-LABEL: define void @three(
; CHECK:       br i1 %more, label %loop, label %done, !llvm.loop [[SHORT:![0-9]+]]
; CHECK-LABEL: define void @branch(
; CHECK:       br i1 %more, label %loop, label %done, !llvm.loop [[SHORT]]
; CHECK:       [[ROW]] = distinct !{[[ROW]], !{{[0-9]+}}, [[KEPT:![0-9]+]]}
; CHECK:       [[KEPT]] = !{!"llvm.loop.unroll.disable", i32 1}
; CHECK:       [[SHORT]] = distinct !{[[SHORT]], !{{[0-9]+}}}
define void @four(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

define void @three(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %done, !llvm.loop !3
done:
  ret void
}

define void @branch(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %is_first = icmp eq i64 %i, 0
  br i1 %is_first, label %first, label %end
first:
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place, !llvm.access.group !2
  br label %end
end:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done, !llvm.loop !3
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
