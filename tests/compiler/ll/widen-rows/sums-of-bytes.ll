; SPDX-License-Identifier: Apache-2.0
; `(x + 1) & 255` is a sum of bytes that wraps around at the end of the row. Each vector checks whether it does in its lanes.
; Nothing is checked before the row: most vectors load consecutive elements.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s
; RUN: kernel-opt %s "--passes=show<lane-shapes>" 2>&1 | FileCheck --check-prefix=SHAPES %s

; SHAPES: stride 1 if checked  %index = zext i8

; CHECK: entry:
; CHECK-NOT: icmp eq
; CHECK: br i1 %{{.*}}, label %wide, label %rest
; CHECK: icmp ule i8 %{{.*}}, -8
; CHECK: load <8 x float>
; CHECK: call <8 x float> @llvm.masked.gather
define void @next(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %small = trunc i64 %i to i8
  %sum = add i8 %small, 1
  %index = zext i8 %sum to i64
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
attributes #0 = { "quadcl-lanes"="8" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
