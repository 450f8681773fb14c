; SPDX-License-Identifier: Apache-2.0
; If the step that the program passes is 1, the places are consecutive. Else they are gathered.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK: %[[ONE:.*]] = icmp eq i64 %step, 1
; CHECK: %[[HOLDS:.*]] = freeze i1 %[[ONE]]
; CHECK: br i1 %[[HOLDS]], label %[[FAST:.*]], label %[[SLOW:.*]]
; CHECK: [[FAST]]:
; CHECK: load <4 x float>
; CHECK: [[SLOW]]:
; CHECK: mul <4 x i64>
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: call <4 x float> @llvm.sqrt
define void @f(ptr noalias %p, ptr noalias %to, i64 %step, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %index = mul i64 %i, %step
  %from = getelementptr float, ptr %p, i64 %index
  %value = load float, ptr %from, !llvm.access.group !2
  %root = call float @llvm.sqrt.f32(float %value)
  %out = getelementptr float, ptr %to, i64 %i
  store float %root, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
declare float @llvm.sqrt.f32(float)
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
