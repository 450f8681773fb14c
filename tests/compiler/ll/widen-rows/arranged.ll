; SPDX-License-Identifier: Apache-2.0
; Four lanes at `i / 2 * 4 + i % 2` touch 0, 1, 4, 5 elements from lane 0's place, if its index is a multiple of 4. Loads
; take the six elements in two vectors, the second of which ends with the last element. Stores leave out the gaps.
; RUN: kernel-opt %s --features=+avx2 --passes=widen-rows -S 2>&1 | FileCheck %s
; RUN: kernel-opt %s "--passes=show<lane-shapes>" 2>&1 | FileCheck --check-prefix=SHAPES %s

; SHAPES: arranged 0 0 4 4 8 8 12 12 16 16 20 20 24 24 28 28 if checked  %pair = and
; SHAPES: arranged 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 if checked  %side = and
; SHAPES: arranged 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 if checked  %place = or disjoint

; CHECK: define void @pairs(
; CHECK: %[[LOW:.*]] = and i64 %{{.*}}, 7
; CHECK: icmp eq i64 %[[LOW]], 0
; CHECK: %[[FIRST:.*]] = load <4 x float>, ptr
; CHECK: load <4 x float>, ptr
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> %{{.*}}, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.store.v4f32.p0({{.*}}, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
; CHECK: call void @llvm.masked.store.v4f32.p0({{.*}}, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
; CHECK: call void @llvm.masked.scatter
define void @pairs(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %twice = shl i64 %i, 1
  %pair = and i64 %twice, -4
  %side = and i64 %i, 1
  %place = or disjoint i64 %pair, %side
  %from = getelementptr float, ptr %p, i64 %place
  %value = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %q, i64 %place
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
