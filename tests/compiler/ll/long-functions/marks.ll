; SPDX-License-Identifier: Apache-2.0
; Functions of more than 3,000 instructions whose rows have lanes are marked, and the mark is taken away: @long has
; 3,077 instructions, @short 1,541, @scalar as many as @long but a row without lanes.
; RUN: kernel-opt %s --passes='always-inline<no-lifetimes>,long-functions<mark>' -S | FileCheck %s
; RUN: kernel-opt %s --passes='always-inline<no-lifetimes>,long-functions<mark>,long-functions<unmark>' -S | FileCheck %s --check-prefix=AFTER

; CHECK: define void @long(ptr %p, i64 %n) #[[LONG:[0-9]+]]
; CHECK: define void @short(ptr %p, i64 %n) {
; CHECK: define void @scalar(ptr %p, i64 %n) {
; CHECK: attributes #[[LONG]] = { noimplicitfloat }
; AFTER-NOT: noimplicitfloat
define void @f0(ptr %p) alwaysinline {
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  ret void
}
define void @f1(ptr %p) alwaysinline {
  call void @f0(ptr %p)
  call void @f0(ptr %p)
  ret void
}
define void @f2(ptr %p) alwaysinline {
  call void @f1(ptr %p)
  call void @f1(ptr %p)
  ret void
}
define void @f3(ptr %p) alwaysinline {
  call void @f2(ptr %p)
  call void @f2(ptr %p)
  ret void
}
define void @f4(ptr %p) alwaysinline {
  call void @f3(ptr %p)
  call void @f3(ptr %p)
  ret void
}
define void @f5(ptr %p) alwaysinline {
  call void @f4(ptr %p)
  call void @f4(ptr %p)
  ret void
}
define void @f6(ptr %p) alwaysinline {
  call void @f5(ptr %p)
  call void @f5(ptr %p)
  ret void
}
define void @f7(ptr %p) alwaysinline {
  call void @f6(ptr %p)
  call void @f6(ptr %p)
  ret void
}
define void @f8(ptr %p) alwaysinline {
  call void @f7(ptr %p)
  call void @f7(ptr %p)
  ret void
}
define void @f9(ptr %p) alwaysinline {
  call void @f8(ptr %p)
  call void @f8(ptr %p)
  ret void
}
define void @f10(ptr %p) alwaysinline {
  call void @f9(ptr %p)
  call void @f9(ptr %p)
  ret void
}
define void @long(ptr %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  call void @f10(ptr %p)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
define void @short(ptr %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  call void @f9(ptr %p)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !4
done:
  ret void
}
define void @scalar(ptr %p, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  call void @f10(ptr %p)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !5
done:
  ret void
}
!0 = distinct !{}
!1 = !{!"llvm.loop.parallel_accesses", !0}
!2 = !{!"llvm.loop.isvectorized", i32 1}
!3 = distinct !{!3, !1, !2}
!4 = distinct !{!4, !1, !2}
!5 = distinct !{!5, !1}
