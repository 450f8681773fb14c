; SPDX-License-Identifier: Apache-2.0
; If the indices of all lanes are away from the limits, the places are consecutive. Else they are gathered, and only
; then the limited index of each lane is computed.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK: wide.head:
; CHECK: %[[FIRST:.*]] = add i64 0, %
; CHECK-NOT: <4 x i64>
; CHECK: %[[EXACT:.*]] = icmp sle i64 %[[FIRST]], 9223372036854775804
; CHECK: %[[LAST:.*]] = add i64 %[[FIRST]], 3
; CHECK: %[[BELOW:.*]] = icmp sle i64 %[[LAST]], %most
; CHECK: %[[BOTH:.*]] = and i1 %[[EXACT]], %[[BELOW]]
; CHECK: %[[HOLDS:.*]] = freeze i1 %[[BOTH]]
; CHECK: br i1 %[[HOLDS]], label %[[FAST:.*]], label %[[SLOW:.*]]
; CHECK: [[FAST]]:
; CHECK: load <4 x float>
; CHECK: [[SLOW]]:
; CHECK: call <4 x i64> @llvm.smin.v4i64
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: store <4 x float>
define void @f(ptr noalias %p, ptr noalias %to, i64 %most, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %index = call i64 @llvm.smin.i64(i64 %i, i64 %most)
  %from = getelementptr float, ptr %p, i64 %index
  %value = load float, ptr %from, !llvm.access.group !2
  %out = getelementptr float, ptr %to, i64 %i
  store float %value, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
declare i64 @llvm.smin.i64(i64, i64)
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
