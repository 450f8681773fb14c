; SPDX-License-Identifier: Apache-2.0
; Where a row has an inner loop, or counts under a condition in one place, and nothing waits for results, operations stay for
; lanes, without an order.
; RUN: kernel-opt %s '--passes=local-atomics<without-lanes>' -S | FileCheck %s

; CHECK-LABEL: define void @long_row
; CHECK:       atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 monotonic, align 4, !llvm.access.group
define void @long_row(ptr addrspace(3) %bins, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %place = getelementptr i32, ptr addrspace(3) %bins, i64 %k
  atomicrmw add ptr addrspace(3) %place, i32 1 seq_cst, !llvm.access.group !2
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 100
  br i1 %again, label %loop, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @short_row
; CHECK-NOT:   atomicrmw
define void @short_row(ptr addrspace(3) %bins, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i32, ptr addrspace(3) %bins, i64 %i
  atomicrmw add ptr addrspace(3) %place, i32 1 seq_cst, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @counting_row
; CHECK:       atomicrmw add ptr addrspace(3) %count, i32 1 monotonic, align 4, !llvm.access.group
define void @counting_row(ptr addrspace(3) %count, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %value = load i32, ptr addrspace(1) %place, !llvm.access.group !2
  %counts = icmp sgt i32 %value, 7
  br i1 %counts, label %then, label %latch
then:
  atomicrmw add ptr addrspace(3) %count, i32 1 seq_cst, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; LLVM's vectoriser adds up what all work-items add.
; CHECK-LABEL: define void @adding_row
; CHECK-NOT:   atomicrmw
define void @adding_row(ptr addrspace(3) %sum, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %value = load i32, ptr addrspace(1) %place, !llvm.access.group !2
  br label %body
body:
  atomicrmw add ptr addrspace(3) %sum, i32 %value seq_cst, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @result_used
; CHECK-NOT:   atomicrmw
define void @result_used(ptr addrspace(3) %bins, ptr addrspace(1) %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k.next, %loop ]
  %old = atomicrmw add ptr addrspace(3) %bins, i32 1 seq_cst, !llvm.access.group !2
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %k
  store i32 %old, ptr addrspace(1) %place, !llvm.access.group !2
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 100
  br i1 %again, label %loop, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
