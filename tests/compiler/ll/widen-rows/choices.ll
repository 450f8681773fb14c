; SPDX-License-Identifier: Apache-2.0
; At a border, work-items replace their index. Away from it the places of all lanes are consecutive, if the condition
; depends on places only.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; The mirrored index falls, so the other one is taken for all lanes.
; CHECK-LABEL: define void @mirror(
; CHECK: %[[OUTSIDE:.*]] = icmp slt <4 x i64>
; CHECK: %[[SAME:.*]] = icmp eq <4 x i1> %[[OUTSIDE]], zeroinitializer
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[SAME]])
; CHECK: %[[HOLDS:.*]] = freeze i1 %[[ALL]]
; CHECK: br i1 %[[HOLDS]], label %[[FAST:.*]], label %[[SLOW:.*]]
; CHECK: [[FAST]]:
; CHECK: load <4 x float>
; CHECK: [[SLOW]]:
; CHECK: call <4 x float> @llvm.masked.gather
define void @mirror(ptr noalias %p, ptr noalias %to, i64 %border, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %mirrored = sub i64 %border, %i
  %outside = icmp slt i64 %i, %mirrored
  %index = select i1 %outside, i64 %mirrored, i64 %i
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

; Both forms rise alike, so lane 0 decides.
; CHECK-LABEL: define void @wrap(
; CHECK: %[[FIRST:.*]] = extractelement <4 x i1> %[[OUTSIDE:.*]], i64 0
; CHECK: %[[FORM:.*]] = freeze i1 %[[FIRST]]
; CHECK: select i1 %[[FORM]], i64
; CHECK: insertelement <4 x i1> poison, i1 %[[FORM]], i64 0
; CHECK: icmp eq <4 x i1> %[[OUTSIDE]]
; CHECK: load <4 x float>
; CHECK: call <4 x float> @llvm.masked.gather
define void @wrap(ptr noalias %p, ptr noalias %to, i64 %width, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %left = sub i64 %i, 3
  %wrapped = add i64 %left, %width
  %outside = icmp slt i64 %i, 3
  %index = select i1 %outside, i64 %wrapped, i64 %left
  %from = getelementptr float, ptr %p, i64 %index
  %value = load float, ptr %from, !llvm.access.group !2
  %out = getelementptr float, ptr %to, i64 %i
  store float %value, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}

; CHECK-LABEL: define void @by_data(
; CHECK-NOT: vector.reduce.and
; CHECK: call <4 x float> @llvm.masked.gather
define void @by_data(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %flag.at = getelementptr i8, ptr %p, i64 %i
  %flag = load i8, ptr %flag.at, !llvm.access.group !2
  %chosen = icmp eq i8 %flag, 0
  %left = sub i64 %i, 3
  %index = select i1 %chosen, i64 %left, i64 %i
  %from = getelementptr float, ptr %p, i64 %index
  %value = load float, ptr %from, !llvm.access.group !2
  %out = getelementptr float, ptr %to, i64 %i
  store float %value, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !4
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
