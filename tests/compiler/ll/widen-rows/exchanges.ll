; SPDX-License-Identifier: Apache-2.0
; Active lanes compare and exchange one after the other. What each finds says whether it has exchanged. A loop that
; ends soon may have one, whatever it waits for.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-DAG: remark: exchange: the row at row has 4 lanes
; CHECK-DAG: remark: few_tries: the row at row has 4 lanes
; CHECK-DAG: remark: many_tries: the row at row stays scalar: an atomic or volatile operation in a loop that lanes leave at different times
; CHECK: define void @exchange(
; CHECK: turn:
; CHECK: %[[FOUND:.*]] = cmpxchg ptr {{.*}}, i32 5, i32 6 monotonic monotonic
; CHECK: %[[NUMBER:.*]] = extractvalue { i32, i1 } %[[FOUND]], 0
; CHECK: insertelement <4 x i32> {{.*}}, i32 %[[NUMBER]]
; CHECK: turns.done:
; CHECK: icmp eq <4 x i32> {{.*}}, <i32 5, i32 5, i32 5, i32 5>
define void @exchange(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %pair = cmpxchg weak ptr %place, i32 5, i32 6 monotonic monotonic, !llvm.access.group !2
  %done_so = extractvalue { i32, i1 } %pair, 1
  %word = zext i1 %done_so to i32
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %word, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @few_tries(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %try
try:
  %k = phi i64 [ 0, %row ], [ %k.next, %again ]
  %place = getelementptr i32, ptr %p, i64 %k
  %pair = cmpxchg ptr %place, i32 0, i32 1 monotonic monotonic, !llvm.access.group !2
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %latch, label %again
again:
  %k.next = add nuw nsw i64 %k, 1
  %ends = icmp eq i64 %k.next, 8
  br i1 %ends, label %latch, label %try
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
define void @many_tries(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %try
try:
  %k = phi i64 [ 0, %row ], [ %k.next, %again ]
  %pair = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic, !llvm.access.group !2
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %latch, label %again
again:
  %k.next = add nuw nsw i64 %k, 1
  %ends = icmp eq i64 %k.next, 100000
  br i1 %ends, label %latch, label %try
latch:
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
