; SPDX-License-Identifier: Apache-2.0
; The active lanes run a block that hardly ever runs one after the other: a form for all at once would only be long.
; A short one has a form for all, and so has one that stores.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: define void @long
; CHECK-NOT:   udiv <4 x i32>
; CHECK:       turns:
; CHECK:       store <4 x i32> %{{.*}}, ptr %[[LANES:.*]], align
; CHECK:       turn:
; CHECK:       %[[LANE:.*]] = call i4 @llvm.cttz.i4(i4 %{{.*}}, i1 true)
; CHECK:       %[[PLACE:.*]] = getelementptr inbounds i32, ptr %[[LANES]], i4 %[[LANE]]
; CHECK:       %[[ONE:.*]] = load i32, ptr %[[PLACE]]
; CHECK:       udiv i32 %[[ONE]], 3
; CHECK:       insertelement <4 x i32> %{{.*}}, i32 %{{.*}}, i4 %[[LANE]]
define void @long(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_rare = icmp ugt i32 %value, 1000
  br i1 %is_rare, label %rare, label %latch, !prof !4
rare:
  %a = udiv i32 %value, 3
  %b = udiv i32 %a, 5
  %c = mul i32 %b, %value
  %d = xor i32 %c, %a
  %e = udiv i32 %d, 7
  %f = mul i32 %e, %b
  %g = xor i32 %f, %c
  %h = add i32 %g, %e
  br label %latch
latch:
  %new = phi i32 [ %value, %row ], [ %h, %rare ]
  store i32 %new, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @short
; CHECK-NOT:   turn:
; CHECK:       mul <4 x i32>
define void @short(ptr noalias %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %is_rare = icmp ugt i32 %value, 1000
  br i1 %is_rare, label %rare, label %latch, !prof !4
rare:
  %a = mul i32 %value, %value
  br label %latch
latch:
  %new = phi i32 [ %value, %row ], [ %a, %rare ]
  store i32 %new, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @storing
; CHECK-NOT:   turn:
; CHECK:       mul <4 x i32>
define void @storing(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
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
  %e = mul i32 %d, 7
  %f = mul i32 %e, %b
  %g = xor i32 %f, %c
  %h = add i32 %g, %e
  %other = getelementptr i32, ptr %q, i64 %i
  store i32 %h, ptr %other, !llvm.access.group !2
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
!3 = distinct !{!3, !1}
!4 = !{!"branch_weights", i32 1, i32 2000}
