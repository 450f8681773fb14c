; SPDX-License-Identifier: Apache-2.0
; In a row with a loop, which LLVM's vectoriser does not take, neighbours are joined before it is decided whether lanes pay: here
; they do because the two stores of a work-item become one.
; RUN: kernel-opt %s --features=+avx2,+fma --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: pairs: the row at row has 8 lanes
; CHECK: store <16 x float>
define void @pairs(ptr noalias %p, i64 %step, i64 %times, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %done ]
  %twice = shl nuw nsw i64 %i, 1
  %own = getelementptr float, ptr %p, i64 %twice
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %k_next, %loop ]
  %far = mul i64 %k, %step
  %re_at = getelementptr float, ptr %own, i64 %far
  %re = load float, ptr %re_at, !llvm.access.group !2
  %im_at = getelementptr i8, ptr %re_at, i64 4
  %im = load float, ptr %im_at, !llvm.access.group !2
  %sum = fadd float %re, %im
  %difference = fsub float %re, %im
  store float %sum, ptr %re_at, !llvm.access.group !2
  store float %difference, ptr %im_at, !llvm.access.group !2
  %k_next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k_next, %times
  br i1 %again, label %loop, label %done
done:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
