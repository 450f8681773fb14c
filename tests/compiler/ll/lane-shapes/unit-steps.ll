; SPDX-License-Identifier: Apache-2.0
; A multiple of an index by a step between elements, which most programs pass as 1, has the index's stride if that is
; checked. A step between rows does not: another term of the address rises by single elements (`by_row`). Nor does a
; value with which something is compared (`by_size`), or a step of elements of another size (`by_bytes`).
; RUN: kernel-opt %s "--passes=show<lane-shapes>" | FileCheck %s

; CHECK: stride 1 if checked  %by_step = mul
; CHECK: stride 4 if checked  %of_step = getelementptr
; CHECK: stride 1 if checked  %by_second = mul
; CHECK: stride 4 if checked  %of_second = getelementptr
; CHECK: varying  %by_row = mul
; CHECK: varying  %by_size = mul
; CHECK: varying  %by_bytes = mul
define void @f(ptr noalias %p, ptr noalias %to, i64 %first, i64 %step, ptr %argument, i64 %pitch, i64 %size) {
entry:
  br label %column
column:
  %j = phi i64 [ 0, %entry ], [ %next.j, %column.end ]
  br label %row
row:
  %i = phi i64 [ 0, %column ], [ %next, %row ]
  %by_step = mul i64 %i, %step
  %place = add i64 %by_step, %first
  %of_step = getelementptr float, ptr %p, i64 %place
  %a = load float, ptr %of_step, !llvm.access.group !2
  %second = load i64, ptr %argument, !invariant.load !3, !llvm.access.group !2
  %by_second = mul i64 %i, %second
  %bytes = shl i64 %by_second, 2
  %of_second = getelementptr i8, ptr %p, i64 %bytes
  %b = load float, ptr %of_second, !llvm.access.group !2
  %by_row = mul i64 %i, %pitch
  %in_row = add i64 %by_row, %j
  %of_row = getelementptr float, ptr %p, i64 %in_row
  %c = load float, ptr %of_row, !llvm.access.group !2
  %by_size = mul i64 %i, %size
  %of_size = getelementptr float, ptr %p, i64 %by_size
  %d = load float, ptr %of_size, !llvm.access.group !2
  %by_bytes = mul i64 %i, %first
  %of_bytes = getelementptr i8, ptr %p, i64 %by_bytes
  %e = load float, ptr %of_bytes, !llvm.access.group !2
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %abcd = fadd float %ab, %cd
  %sum = fadd float %abcd, %e
  %out = getelementptr float, ptr %to, i64 %i
  store float %sum, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %size
  br i1 %more, label %row, label %column.end, !llvm.loop !0
column.end:
  %next.j = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %next.j, 8
  br i1 %again, label %column, label %done
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{}
