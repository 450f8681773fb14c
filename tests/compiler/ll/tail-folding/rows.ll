; SPDX-License-Identifier: Apache-2.0
; A row goes on to the last of the 16 lanes; work-items behind the end do nothing. Counters go on, too.
; RUN: kernel-opt %s --passes=tail-folding -S | FileCheck %s
; RUN: kernel-opt %s '--passes=tail-folding,widen-rows<whole>' --features=+avx2 -S 2>&1 | FileCheck %s --check-prefix=LANES

; CHECK-LABEL: define void @counted(
; CHECK: %[[NUMBER:.*]] = add i64 %umax, -1
; CHECK: %[[COUNT:.*]] = add nuw i64 %[[NUMBER]], 1
; CHECK: %[[LAST:.*]] = or i64 %[[NUMBER]], 15
; CHECK: row:
; CHECK: %[[ITEM:.*]] = phi i64 [ 0, %entry ], [ %[[FOLLOWING:.*]], %[[LATCH:.*]] ]
; CHECK: %i = phi i64 [ 0, %entry ], [ %[[I:.*]], %[[LATCH]] ]
; CHECK: %place = phi ptr [ %to, %entry ], [ %[[PLACE:.*]], %[[LATCH]] ]
; CHECK: %[[EXISTS:.*]] = icmp ult i64 %[[ITEM]], %[[COUNT]]
; CHECK: br i1 %[[EXISTS]], label %[[BODY:.*]], label %[[LATCH]]
; CHECK: [[BODY]]:
; CHECK: store float
; CHECK: [[LATCH]]:
; CHECK-DAG: %[[I]] = add i64 %i, 1
; CHECK-DAG: %[[PLACE]] = getelementptr i8, ptr %place, i64 4
; CHECK: %[[FOLLOWING]] = add nuw i64 %[[ITEM]], 1
; CHECK: %[[MORE:.*]] = icmp ne i64 %[[ITEM]], %[[LAST]]
; CHECK: br i1 %[[MORE]], label %row, label %done, !llvm.loop

; LANES: remark: counted: the row at row has 16 lanes
; LANES-LABEL: define void @counted(
; LANES: call <16 x float> @llvm.masked.load.v16f32
; LANES: call void @llvm.masked.store.v16f32
define void @counted(ptr noalias %from, ptr noalias %to, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = phi ptr [ %to, %entry ], [ %next.place, %row ]
  %at = getelementptr float, ptr %from, i64 %i
  %x = load float, ptr %at, !llvm.access.group !2
  store float %x, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %next.place = getelementptr i8, ptr %place, i64 4
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; What passes from work-item to work-item other than by steps is not known for missing ones.
; CHECK-LABEL: define void @chained(
; CHECK-NOT: label %work-item
; CHECK: ret void
define void @chained(ptr noalias %from, ptr noalias %to, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %sum = phi float [ 0.0, %entry ], [ %next.sum, %row ]
  %at = getelementptr float, ptr %from, i64 %i
  %x = load float, ptr %at, !llvm.access.group !2
  %next.sum = fadd float %sum, %x
  %out = getelementptr float, ptr %to, i64 %i
  store float %next.sum, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; Nor is a value that is used behind the row.
; CHECK-LABEL: define i64 @used(
; CHECK-NOT: label %work-item
; CHECK: ret i64
define i64 @used(ptr noalias %from, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %at = getelementptr i64, ptr %from, i64 %i
  %x = load i64, ptr %at, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %last = phi i64 [ %x, %row ]
  ret i64 %last
}

!0 = distinct !{!0, !1, !3}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{!"quadcl.work-items"}
