; SPDX-License-Identifier: Apache-2.0
; Lanes skip a block that hardly ever runs if none of them is active, although it is short. Without branch weights, they run it.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: define void @rare
; CHECK:       icmp ugt <4 x i32>
; CHECK:       %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT:  br i1 %[[ANY]], label %lanes.any, label %lanes.latch
; CHECK:       lanes.any:
; CHECK:       mul <4 x i32>
define void @rare(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_rare = icmp ugt i32 %value, 1000
  br i1 %is_rare, label %rare, label %latch, !prof !4
rare:
  %a = mul i32 %value, 3
  %b = xor i32 %a, 5
  %c = mul i32 %b, %value
  %d = xor i32 %c, %a
  br label %latch
latch:
  %new = phi i32 [ %value, %row ], [ %d, %rare ]
  store i32 %new, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @usual
; CHECK-NOT:   reduce.or
; CHECK:       mul <4 x i32>
define void @usual(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_large = icmp ugt i32 %value, 1000
  br i1 %is_large, label %large, label %latch
large:
  %a = mul i32 %value, 3
  %b = xor i32 %a, 5
  %c = mul i32 %b, %value
  %d = xor i32 %c, %a
  br label %latch
latch:
  %new = phi i32 [ %value, %row ], [ %d, %large ]
  store i32 %new, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = !{!"branch_weights", i32 1, i32 2000}
