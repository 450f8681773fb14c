; SPDX-License-Identifier: Apache-2.0
; Source vectors at `i / n` are at one place while all lanes are in one period. If periods are shorter than a
; vector, that never is so, and the row goes without lanes. Scalars are gathered instead.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: define void @vectors(
; CHECK: %[[KNOWN:.*]] = freeze i32 %length
; CHECK: %[[LENGTH:.*]] = zext i32 %[[KNOWN]] to i64
; CHECK: icmp uge i64 %[[LENGTH]], 4
; CHECK: br i1 %{{.*}}, label %wide, label %rest
define void @vectors(ptr noalias %p, ptr noalias %q, i64 %n, i32 %length) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %number = trunc i64 %i to i32
  %part = udiv i32 %number, %length
  %index = zext i32 %part to i64
  %from = getelementptr <4 x float>, ptr %p, i64 %index
  %value = load <4 x float>, ptr %from, !llvm.access.group !2
  %to = getelementptr <4 x float>, ptr %q, i64 %i
  store <4 x float> %value, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @scalars(
; CHECK-NOT: freeze i32 %length
; CHECK: wide:
define void @scalars(ptr noalias %p, ptr noalias %q, i64 %n, i32 %length) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %number = trunc i64 %i to i32
  %part = udiv i32 %number, %length
  %index = zext i32 %part to i64
  %from = getelementptr float, ptr %p, i64 %index
  %value = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %q, i64 %i
  store float %value, ptr %to, !llvm.access.group !2
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
