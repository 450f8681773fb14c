; SPDX-License-Identifier: Apache-2.0
; One atomic operation does the work of all active lanes if all are on one place and nobody needs the old value. If an
; old value is used, lanes take turns.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: define void @combined
; CHECK:       %[[ADDED:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK:       %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[ADDED]])
; CHECK:       atomicrmw add ptr %total, i32 %[[SUM]]
; CHECK:       %[[TAKEN:.*]] = call i32 @llvm.vector.reduce.add.v4i32
; CHECK:       atomicrmw sub ptr %total, i32 %[[TAKEN]]
; CHECK:       select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 2147483647, i32 2147483647, i32 2147483647, i32 2147483647>
; CHECK:       %[[LEAST:.*]] = call i32 @llvm.vector.reduce.smin.v4i32
; CHECK:       atomicrmw min ptr %total, i32 %[[LEAST]]
; CHECK:       turn:
; CHECK:       atomicrmw add ptr %total, i32 1
define void @combined(ptr noalias %p, ptr noalias %total, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  %sum = atomicrmw add ptr %total, i32 %value monotonic, !llvm.access.group !2
  %difference = atomicrmw sub ptr %total, i32 %value monotonic, !llvm.access.group !2
  %least = atomicrmw min ptr %total, i32 %value monotonic, !llvm.access.group !2
  %number = atomicrmw add ptr %total, i32 1 monotonic, !llvm.access.group !2
  store i32 %number, ptr %place, !llvm.access.group !2
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
