; SPDX-License-Identifier: Apache-2.0
; Under a mask, inactive lanes neither divide by their values nor access memory. If no lane is active, nothing runs.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[MASK:.*]])
; CHECK: lanes.any:
; CHECK: load i32, ptr %same
; CHECK: %[[DIVISOR:.*]] = select <4 x i1> %[[MASK]], <4 x i32> %{{.*}}, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; CHECK: udiv <4 x i32> {{.*}}, %[[DIVISOR]]
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, <4 x i1> %[[MASK]])
define void @f(ptr noalias %p, ptr noalias %same, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  %whole = load i32, ptr %same, !llvm.access.group !2
  %part = udiv i32 %whole, %value
  store i32 %part, ptr %place, !llvm.access.group !2
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
