; SPDX-License-Identifier: Apache-2.0
; A value that grows by the same step for each work-item is a product with the number of the work-item. One that
; depends on the previous work-item in another way keeps the row scalar.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: f: the row at row has 4 lanes
; CHECK: g: the row at row stays scalar: a value that passes from work-item to work-item
; CHECK-LABEL: define void @f(
; CHECK: %[[STEPS:.*]] = mul <4 x i32> %{{.*}}, %{{.*}}
; CHECK: add <4 x i32> %{{.*}}, %[[STEPS]]
define void @f(ptr %p, i64 %n, i32 %first, i32 %step) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %value = phi i32 [ %first, %entry ], [ %value.next, %row ]
  %out = getelementptr i32, ptr %p, i64 %i
  store i32 %value, ptr %out, !llvm.access.group !2
  %value.next = add i32 %value, %step
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

define void @g(ptr %p, i64 %n, i32 %first, i32 %step) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %value = phi i32 [ %first, %entry ], [ %value.next, %row ]
  %out = getelementptr i32, ptr %p, i64 %i
  store i32 %value, ptr %out, !llvm.access.group !2
  %value.next = xor i32 %value, %step
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
