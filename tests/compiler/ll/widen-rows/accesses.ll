; SPDX-License-Identifier: Apache-2.0
; Consecutive places are one vector, equal ones are loaded once, others are gathered. Work-items that
; do not fill a vector remain for the original loop.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK: wide.head:
; CHECK: load i64, ptr %same
; CHECK: load <4 x i64>, ptr
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> {{.*}}, i32 4, <4 x i1> <i1 true
; CHECK: store <4 x float>
; CHECK: wide.next:
; CHECK: br i1 {{.*}}, label %wide.head, label %wide.after
; CHECK: rest:
; CHECK: phi i64 [ 0, %entry ], [ %{{.*}}, %wide.after ]
; CHECK: row:
; CHECK: store float
define void @f(ptr noalias %p, ptr noalias %q, ptr noalias %same, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %offset = load i64, ptr %same, !llvm.access.group !2
  %from = getelementptr i64, ptr %p, i64 %i
  %index = load i64, ptr %from, !llvm.access.group !2
  %sum = add i64 %index, %offset
  %place = getelementptr float, ptr %q, i64 %sum
  %value = load float, ptr %place, !llvm.access.group !2
  %out = getelementptr float, ptr %to, i64 %i
  store float %value, ptr %out, !llvm.access.group !2
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
