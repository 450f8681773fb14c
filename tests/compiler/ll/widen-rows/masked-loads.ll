; SPDX-License-Identifier: Apache-2.0
; Without instructions for masked loads and stores, consecutive elements are loaded and stored at once if all lanes are
; active. Otherwise each lane loads its own, and inactive ones read elsewhere.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[MASK:.*]])
; CHECK: lanes.any:
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: %[[BOTH:.*]] = and i1 %{{.*}}, %[[ALL]]
; CHECK: br i1 %[[BOTH]], label %[[WIDE:.*]], label %[[SINGLE:.*]]
; CHECK: [[WIDE]]:
; CHECK: load <4 x i32>, ptr
; CHECK: [[SINGLE]]:
; CHECK: %[[PLACES:.*]] = select <4 x i1> %[[MASK]], <4 x ptr>
; CHECK-NEXT: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %[[PLACES]], i32 4, <4 x i1> <i1 true,
; CHECK: %[[ALL_AGAIN:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[MASK]])
; CHECK: br i1 %[[ALL_AGAIN]], label %[[WIDE_STORE:.*]], label %[[MASKED_STORE:.*]]
; CHECK: [[WIDE_STORE]]:
; CHECK: store <4 x i32>
; CHECK: [[MASKED_STORE]]:
; CHECK: call void @llvm.masked.store.v4i32.p0(
define void @f(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  %narrow = trunc i64 %i to i32
  %start = load i32, ptr %q, !llvm.access.group !2
  %sum = add i32 %narrow, %start
  %index = zext i32 %sum to i64
  %there = getelementptr i32, ptr %q, i64 %index
  %other = load i32, ptr %there, !llvm.access.group !2
  store i32 %other, ptr %place, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
