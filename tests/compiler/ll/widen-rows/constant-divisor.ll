; SPDX-License-Identifier: Apache-2.0
; Under a condition, a divisor must not be zero in inactive lanes. A constant stays a constant, by which LLVM need not
; divide.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: lanes.odd:
; CHECK:       sdiv <4 x i64> %{{.*}}, <i64 12, i64 12, i64 12, i64 12>
; CHECK:       %[[DIVISOR:.*]] = select <4 x i1> %{{.*}}, <4 x i64> %{{.*}}, <4 x i64> <i64 1, i64 1, i64 1, i64 1>
; CHECK:       sdiv <4 x i64> %{{.*}}, %[[DIVISOR]]
define void @divided(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i64, ptr %p, i64 %i
  %value = load i64, ptr %place, !llvm.access.group !2
  %bit = and i64 %value, 1
  %is_odd = icmp ne i64 %bit, 0
  br i1 %is_odd, label %odd, label %latch
odd:
  %twelfth = sdiv i64 %value, 12
  %ratio = sdiv i64 %twelfth, %value
  %to = getelementptr i64, ptr %q, i64 %i
  store i64 %ratio, ptr %to, !llvm.access.group !2
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
