; SPDX-License-Identifier: Apache-2.0
; Lanes that have not left a loop by themselves leave it together where the condition is the same for all of them: what they
; take along is chosen after the loop, and the loop goes on without a test for lanes.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: lanes.latch:{{.*}}
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %{{.*}})
; CHECK-NEXT: br i1 %[[ANY]], label %lanes.any, label %lanes.end
; CHECK: lanes.any:{{.*}}
; CHECK-NEXT: %[[NEXT:.*]] = add i64 %{{.*}}, 1
; CHECK-NEXT: %[[AGAIN:.*]] = icmp ult i64 %[[NEXT]], %count
; CHECK-NEXT: br i1 %[[AGAIN]], label %[[ON:.*]], label %[[OUT:.*]]
; CHECK: [[ON]]:{{.*}}
; CHECK-NEXT: br label %lanes.loop{{.*}}
; CHECK: [[OUT]]:{{.*}}
; CHECK-NEXT: %{{.*}} = select <4 x i1> %{{.*}}, <4 x i64> %{{.*}}, <4 x i64> %{{.*}}
; CHECK-NEXT: br label %lanes.end
define void @f(ptr %p, i64 %n, i64 %count) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %latch ]
  %v = phi i64 [ %i, %row ], [ %v.next, %latch ]
  %v.next = mul i64 %v, %v
  %small = icmp ult i64 %v.next, 1000
  br i1 %small, label %latch, label %end
latch:
  %k.next = add i64 %k, 1
  %more.k = icmp ult i64 %k.next, %count
  br i1 %more.k, label %loop, label %end
end:
  %last = phi i64 [ %v, %loop ], [ %v.next, %latch ]
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
