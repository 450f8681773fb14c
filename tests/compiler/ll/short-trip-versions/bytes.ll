; SPDX-License-Identifier: Apache-2.0
; A row of bytes has a second form for rows that are shorter than LLVM's vectors of them. Of rows of a known length,
; the short ones have only that form, the long ones only the other. Rows of floats have one form, and so have all on a
; processor without vectors.
; RUN: kernel-opt %s --passes=short-trip-versions -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw | FileCheck %s
; RUN: kernel-opt %s --passes=short-trip-versions -S --cpu arm1176jzf-s | FileCheck %s --check-prefix=NONE

; NONE-NOT: row.short

; CHECK-LABEL: define void @bytes(
; CHECK: %[[LAST:.*]] = add i64 %{{.*}}, -1
; CHECK: %[[SHORT:.*]] = icmp ult i64 %[[LAST]], 63
; CHECK: br i1 %[[SHORT]], label %{{.*}}.short, label %long.row
; CHECK: br i1 %more.short, label %row.short, label %{{.*}}, !llvm.loop ![[COPY:[0-9]+]]
; CHECK: br i1 %more, label %row, label %{{.*}}, !llvm.loop ![[LONG:[0-9]+]]
define void @bytes(ptr noalias %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %place, !llvm.access.group !2
  %more.than = add i8 %value, 1
  store i8 %more.than, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
; CHECK-LABEL: define void @known(
; CHECK: br i1 %more, label %row, label %{{.*}}, !llvm.loop ![[KNOWN:[0-9]+]]
; CHECK: br i1 %more.long, label %row.long, label %{{.*}}, !llvm.loop ![[LONG_KNOWN:[0-9]+]]
define void @known(ptr noalias %p) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %place, !llvm.access.group !2
  %more.than = add i8 %value, 1
  store i8 %more.than, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %row, label %between, !llvm.loop !3
between:
  br label %row.long
row.long:
  %j = phi i64 [ 0, %between ], [ %next.long, %row.long ]
  %place.long = getelementptr i8, ptr %p, i64 %j
  %value.long = load i8, ptr %place.long, !llvm.access.group !2
  %more.than.long = add i8 %value.long, 1
  store i8 %more.than.long, ptr %place.long, !llvm.access.group !2
  %next.long = add nuw nsw i64 %j, 1
  %more.long = icmp ult i64 %next.long, 64
  br i1 %more.long, label %row.long, label %done, !llvm.loop !4
done:
  ret void
}
; CHECK-LABEL: define void @floats(
; CHECK-NOT: short
define void @floats(ptr noalias %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr float, ptr %p, i64 %i
  %value = load float, ptr %place, !llvm.access.group !2
  %more.than = fadd float %value, 1.0
  store float %more.than, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !5
done:
  ret void
}
; CHECK-DAG: ![[LONG]] = distinct !{![[LONG]], ![[PARALLEL:[0-9]+]]}
; CHECK-DAG: ![[COPY]] = distinct !{![[COPY]], ![[PARALLEL]], ![[WIDTH:[0-9]+]], ![[ONCE:[0-9]+]]}
; CHECK-DAG: ![[KNOWN]] = distinct !{![[KNOWN]], ![[PARALLEL]], ![[WIDTH]], ![[ONCE]]}
; CHECK-DAG: ![[LONG_KNOWN]] = distinct !{![[LONG_KNOWN]], ![[PARALLEL]]}
; CHECK-DAG: ![[WIDTH]] = !{!"llvm.loop.vectorize.width", i32 16}
; CHECK-DAG: ![[ONCE]] = !{!"llvm.loop.interleave.count", i32 1}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
