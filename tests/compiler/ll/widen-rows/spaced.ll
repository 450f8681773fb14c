; SPDX-License-Identifier: Apache-2.0
; Places at equal distances. If the distance is small, vectors load all that lies between the first and the last lane's place,
; and no more. Source vectors are found from lane 0's address; short ones move as numbers.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK: wide.head:
; Elements 0 to 3, 4 to 7 and 6 to 9, of which 0, 3, 6 and 9 are wanted.
; CHECK: %[[FIRST:.*]] = getelementptr [3 x float], ptr %p
; CHECK: %[[A:.*]] = load <4 x float>, ptr %{{.*}}, align 4
; CHECK: shufflevector <4 x float> poison, <4 x float> %[[A]], <4 x i32> <i32 4, i32 7, i32 2, i32 3>
; CHECK: getelementptr i8, ptr %[[FIRST]], i64 16
; CHECK: %[[B:.*]] = load <4 x float>, ptr %{{.*}}, align 4
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %[[B]], <4 x i32> <i32 0, i32 1, i32 6, i32 3>
; CHECK: getelementptr i8, ptr %[[FIRST]], i64 24
; CHECK: %[[C:.*]] = load <4 x float>, ptr %{{.*}}, align 4
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %[[C]], <4 x i32> <i32 0, i32 1, i32 2, i32 7>
; CHECK-NOT: masked.gather
; CHECK: %[[TO:.*]] = getelementptr [3 x float], ptr %to
; CHECK: store double
; CHECK: getelementptr i8, ptr %[[TO]], i64 12
; CHECK: store double
; CHECK: getelementptr i8, ptr %[[TO]], i64 24
; CHECK: store double
; CHECK: getelementptr i8, ptr %[[TO]], i64 36
; CHECK: store double
define void @f(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr [3 x float], ptr %p, i64 %i
  %value = load float, ptr %from, align 4, !llvm.access.group !2
  %pair = insertelement <2 x float> zeroinitializer, float %value, i64 0
  %out = getelementptr [3 x float], ptr %to, i64 %i
  store <2 x float> %pair, ptr %out, align 4, !llvm.access.group !2
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
