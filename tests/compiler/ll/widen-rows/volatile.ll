; SPDX-License-Identifier: Apache-2.0
; The active lanes run a volatile access one after the other: written out if all are active, else in turns. A lane that
; waits for what another one stores would wait forever, and vectors have no turns: such rows stay as they are.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-DAG: remark: all: the row at row has 4 lanes
; CHECK-DAG: remark: some: the row at row has 4 lanes
; CHECK-DAG: remark: loaded: the row at row has 4 lanes
; CHECK-DAG: remark: waits: the row at row stays scalar: an atomic or volatile operation in a loop that lanes leave at different times
; CHECK-DAG: remark: vectors: the row at row stays scalar: a volatile or atomic access of a vector or variable

; CHECK-LABEL: define void @all
; CHECK: %[[FIRST:.*]] = extractelement <4 x ptr>
; CHECK-NEXT: store volatile i32 1, ptr %[[FIRST]]
; CHECK-COUNT-3: store volatile i32 1
; CHECK-NOT: store volatile i32 1
; CHECK: row:
define void @all(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  store volatile i32 1, ptr %place, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @some
; CHECK: turn:
; CHECK: store volatile i32 %{{.*}}, ptr %found
; CHECK: turns.done:
define void @some(ptr noalias %p, ptr noalias %found, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_some = icmp ne i32 %value, 0
  br i1 %is_some, label %some, label %latch
some:
  store volatile i32 %value, ptr %found, align 4, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}

; Each lane loads itself, also from one place: others may write between two loads.
; CHECK-LABEL: define void @loaded
; CHECK-COUNT-4: load volatile i32, ptr %from
; CHECK: store <4 x i32>
define void @loaded(ptr noalias %p, ptr noalias %from, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load volatile i32, ptr %from, align 4, !llvm.access.group !2
  store i32 %value, ptr %place, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !4
done:
  ret void
}

; CHECK-LABEL: define void @waits
; CHECK-NOT: turn
define void @waits(ptr noalias %flag, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %wait
wait:
  %value = load volatile i32, ptr %flag, align 4, !llvm.access.group !2
  %waits = icmp eq i32 %value, 0
  br i1 %waits, label %wait, label %latch
latch:
  store volatile i32 1, ptr %flag, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !5
done:
  ret void
}

; CHECK-LABEL: define void @vectors
define void @vectors(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr <4 x i32>, ptr %p, i64 %i
  store volatile <4 x i32> zeroinitializer, ptr %place, align 16, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !6
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
!6 = distinct !{!6, !1}
