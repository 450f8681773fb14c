; SPDX-License-Identifier: Apache-2.0
; A result that the last work-item sets which has one passes through memory. Lanes set it together: once if it is the same
; for all, else one after the other.
; RUN: kernel-opt %s --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK: remark: shared: the row at row has 4 lanes
; CHECK: remark: used: the row at row stays scalar: a value that passes from work-item to work-item
; CHECK: remark: different: the row at row has 4 lanes
; CHECK: remark: at_once: the row at row has 4 lanes

; CHECK-LABEL: define i32 @shared(
; CHECK: %result = alloca i32
; CHECK: store i32 %start, ptr %result
; CHECK: wide.head:
; CHECK: store i32 %{{.*}}, ptr %result
; CHECK: done:
; CHECK: %[[AFTER:.*]] = load i32, ptr %result
; CHECK: ret i32 %[[AFTER]]
define i32 @shared(ptr noalias %left, ptr noalias %p, i32 %start, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %before = phi i32 [ %start, %entry ], [ %last, %end ]
  %flag = getelementptr i32, ptr %left, i64 %i
  %has_left = load i32, ptr %flag, !llvm.access.group !2
  %leaves = icmp ne i32 %has_left, 0
  br i1 %leaves, label %end, label %active
active:
  %common = load i32, ptr %p, !llvm.access.group !2
  store i32 %common, ptr %flag, !llvm.access.group !2
  br label %end
end:
  %last = phi i32 [ %before, %row ], [ %common, %active ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %found = phi i32 [ %last, %end ]
  ret i32 %found
}

; The row itself reads it.
define i32 @used(ptr noalias %left, ptr noalias %p, i32 %start, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %before = phi i32 [ %start, %entry ], [ %last, %end ]
  %flag = getelementptr i32, ptr %left, i64 %i
  %has_left = load i32, ptr %flag, !llvm.access.group !2
  %leaves = icmp ne i32 %has_left, 0
  br i1 %leaves, label %end, label %active
active:
  %common = load i32, ptr %p, !llvm.access.group !2
  store i32 %before, ptr %flag, !llvm.access.group !2
  br label %end
end:
  %last = phi i32 [ %before, %row ], [ %common, %active ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %found = phi i32 [ %last, %end ]
  ret i32 %found
}

; Work-items set it to different values.
; CHECK-LABEL: define i32 @different(
; CHECK: %result = alloca i32
; CHECK: %[[PLACES:.*]] = insertelement <4 x ptr> poison, ptr %result, i64 0
; CHECK: done:
; CHECK: load i32, ptr %result
; CHECK: select <4 x i1> %{{.*}}, <4 x ptr>
; CHECK: call void @llvm.masked.scatter.v4i32
define i32 @different(ptr noalias %left, ptr noalias %p, i32 %start, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %before = phi i32 [ %start, %entry ], [ %last, %end ]
  %flag = getelementptr i32, ptr %left, i64 %i
  %has_left = load i32, ptr %flag, !llvm.access.group !2
  %leaves = icmp ne i32 %has_left, 0
  br i1 %leaves, label %end, label %active
active:
  store i32 0, ptr %flag, !llvm.access.group !2
  br label %end
end:
  %last = phi i32 [ %before, %row ], [ %has_left, %active ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %found = phi i32 [ %last, %end ]
  ret i32 %found
}


; The work-items that set it do nothing else.
; CHECK-LABEL: define i32 @at_once(
; CHECK: %result = alloca i32
; CHECK: store i32 %set, ptr %result
define i32 @at_once(ptr noalias %left, ptr noalias %p, i32 %start, i32 %set, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %before = phi i32 [ %start, %entry ], [ %last, %end ]
  %flag = getelementptr i32, ptr %left, i64 %i
  %has_left = load i32, ptr %flag, !llvm.access.group !2
  %leaves = icmp ne i32 %has_left, 0
  br i1 %leaves, label %end, label %active
active:
  %common = load i32, ptr %p, !llvm.access.group !2
  store i32 %common, ptr %flag, !llvm.access.group !2
  br label %end
end:
  %last = phi i32 [ %set, %row ], [ %before, %active ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %found = phi i32 [ %last, %end ]
  ret i32 %found
}
attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
