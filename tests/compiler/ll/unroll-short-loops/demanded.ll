; SPDX-License-Identifier: Apache-2.0
; A loop that the source wants unrolled stays a loop if it would have more than 8,192 instructions. A few copies of
; the body are made of any loop.
; RUN: kernel-opt %s --passes=unroll-short-loops -S | FileCheck %s

; CHECK-LABEL: define void @some(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[DEMANDED:![0-9]+]]
define void @some(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1365
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[REFUSED:![0-9]+]]
define void @many(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1366
  br i1 %more, label %loop, label %done, !llvm.loop !2
done:
  ret void
}

; CHECK-LABEL: define void @copies(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[COPIES:![0-9]+]]
define void @copies(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 1366
  br i1 %more, label %loop, label %done, !llvm.loop !3
done:
  ret void
}
; CHECK: [[DEMANDED]] = distinct !{[[DEMANDED]], [[FULL:![0-9]+]]}
; CHECK: [[FULL]] = !{!"llvm.loop.unroll.full"}
; CHECK: [[REFUSED]] = distinct !{[[REFUSED]], [[DISABLE:![0-9]+]]}
; CHECK: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; CHECK: [[COPIES]] = distinct !{[[COPIES]], [[COUNT:![0-9]+]]}
; CHECK: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.count", i32 4}
