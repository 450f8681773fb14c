; SPDX-License-Identifier: Apache-2.0
; The loop runs while any lane is in it. A lane keeps the value that it had when it left.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: lanes.loop:
; CHECK: %[[LIVE:.*]] = phi <4 x i1>
; CHECK: %[[LEAVES:.*]] = select <4 x i1> %[[LIVE]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: select <4 x i1> %{{.*}}, <4 x i64>
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1
; CHECK: br i1 %[[ANY]], label %lanes.loop
define void @f(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %i
  br i1 %again, label %loop, label %latch
latch:
  %last = phi i64 [ %k, %loop ]
  %out = getelementptr i64, ptr %p, i64 %i
  store i64 %last, ptr %out, !llvm.access.group !2
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
