; SPDX-License-Identifier: Apache-2.0
; Lanes have variables of their own, element by element side by side: the same element of all lanes is one vector,
; different elements are gathered. Inactive lanes keep what they had.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: f: the row at row has 4 lanes
; CHECK: %[[WIDE:.*]] = alloca [128 x i8], align 64
; CHECK: wide.head:
; CHECK: store <4 x i32> zeroinitializer, ptr %{{.*}}, align 16
; CHECK: %[[SCALED:.*]] = mul <4 x i64> %{{.*}}, <i64 16, i64 16, i64 16, i64 16>
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: lanes.any:
; CHECK: %[[SIXTH:.*]] = getelementptr i8, ptr %[[WIDE]], i64 80
; CHECK: %[[OLD:.*]] = load <4 x i32>, ptr %[[SIXTH]], align 16
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> %[[OLD]]
; CHECK: rest:
define void @f(ptr noalias %p, i64 %n) #0 {
entry:
  %array = alloca [8 x i32], align 4
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 32, i1 false)
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  %sixth = getelementptr i8, ptr %array, i64 20
  store i32 %value, ptr %sixth
  br label %latch
latch:
  %index = and i32 %value, 7
  %wide = zext nneg i32 %index to i64
  %any = getelementptr [8 x i32], ptr %array, i64 0, i64 %wide
  %read = load i32, ptr %any
  store i32 %read, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
