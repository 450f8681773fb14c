; SPDX-License-Identifier: Apache-2.0
; Active lanes run an atomic operation one after the other. In a loop that lanes leave at different times, one that
; holds a lock would wait for those that want it, so the row stays as it is, unless each lane knows before the
; loop how often it will run it.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-DAG: remark: counted: the row at row has 4 lanes
; CHECK-DAG: remark: locked: the row at row stays scalar: an atomic or volatile operation in a loop that lanes leave at different times
; CHECK-DAG: remark: bounded: the row at row has 4 lanes
; CHECK: define void @counted
; CHECK: turn:
; CHECK: %[[LEFT:.*]] = phi i4
; CHECK: call i4 @llvm.cttz.i4(i4 %[[LEFT]], i1 true)
; CHECK: atomicrmw add ptr %count, i32 1
; CHECK: turns.done:
define void @counted(ptr noalias %p, ptr noalias %count, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  %number = atomicrmw add ptr %count, i32 1 monotonic, !llvm.access.group !2
  store i32 %number, ptr %place, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
define void @locked(ptr noalias %lock, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %try
try:
  %old = atomicrmw xchg ptr %lock, i32 1 monotonic, !llvm.access.group !2
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %try, label %latch
latch:
  store atomic i32 0, ptr %lock monotonic, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
define void @bounded(ptr noalias %count, ptr noalias %lengths, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr i32, ptr %lengths, i64 %i
  %length = load i32, ptr %from, !llvm.access.group !2
  br label %body
body:
  %j = phi i32 [ 0, %row ], [ %j.next, %body ]
  %old = atomicrmw add ptr %count, i32 1 monotonic, !llvm.access.group !2
  %j.next = add nuw i32 %j, 1
  %again = icmp ult i32 %j.next, %length
  br i1 %again, label %body, label %latch
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
