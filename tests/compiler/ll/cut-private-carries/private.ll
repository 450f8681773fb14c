; SPDX-License-Identifier: Apache-2.0
; A private variable that work-items set only under a condition does not pass from one to the next. What is
; needed after the loop, or is defined before it, does, and so does what another loop carries.
; RUN: kernel-opt %s --passes=cut-private-carries -S | FileCheck %s

; CHECK-LABEL: define void @private(
; CHECK-NOT:   %stale = phi
; CHECK:       phi i32 [ undef, %row ], [ %loaded, %set ]
define void @private(ptr %p, ptr %q, i64 %n, i1 %c) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %stale = phi i32 [ undef, %entry ], [ %value, %end ]
  br i1 %c, label %set, label %end
set:
  %loaded = load i32, ptr %p, !llvm.access.group !2
  br label %end
end:
  %value = phi i32 [ %stale, %row ], [ %loaded, %set ]
  store i32 %value, ptr %q, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; Through a loop over rows, too.
; CHECK-LABEL: define void @in_rows(
; CHECK-NOT:   %stale = phi
; CHECK-NOT:   %of_row = phi
; CHECK:       ret void
define void @in_rows(ptr %p, ptr %q, i64 %n, i1 %c) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %next_row, %end_of_row ]
  %of_row = phi i32 [ undef, %entry ], [ %last, %end_of_row ]
  br label %row
row:
  %i = phi i64 [ 0, %rows ], [ %next, %end ]
  %stale = phi i32 [ %of_row, %rows ], [ %value, %end ]
  br i1 %c, label %set, label %end
set:
  %loaded = load i32, ptr %p, !llvm.access.group !5
  br label %end
end:
  %value = phi i32 [ %stale, %row ], [ %loaded, %set ]
  store i32 %value, ptr %q, !llvm.access.group !5
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %end_of_row, !llvm.loop !3
end_of_row:
  %last = phi i32 [ %value, %end ]
  %next_row = add nuw nsw i64 %j, 1
  %more_rows = icmp ult i64 %next_row, %n
  br i1 %more_rows, label %rows, label %done, !llvm.loop !6
done:
  ret void
}

; CHECK-LABEL: define i32 @needed_after(
; CHECK:       %kept = phi i32 [ undef, %entry ], [ %value, %end ]
define i32 @needed_after(ptr %p, i64 %n, i1 %c) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %kept = phi i32 [ undef, %entry ], [ %value, %end ]
  br i1 %c, label %set, label %end
set:
  %loaded = load i32, ptr %p, !llvm.access.group !2
  br label %end
end:
  %value = phi i32 [ %kept, %row ], [ %loaded, %set ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  %result = phi i32 [ %value, %end ]
  ret i32 %result
}

; CHECK-LABEL: define void @defined(
; CHECK:       %kept = phi i32 [ 0, %entry ], [ %value, %end ]
define void @defined(ptr %p, ptr %q, i64 %n, i1 %c) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %kept = phi i32 [ 0, %entry ], [ %value, %end ]
  br i1 %c, label %set, label %end
set:
  %loaded = load i32, ptr %p, !llvm.access.group !2
  br label %end
end:
  %value = phi i32 [ %kept, %row ], [ %loaded, %set ]
  store i32 %value, ptr %q, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @other_loop(
; CHECK:       %kept = phi i32 [ undef, %entry ], [ %value, %end ]
define void @other_loop(ptr %p, ptr %q, i64 %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %kept = phi i32 [ undef, %entry ], [ %value, %end ]
  br i1 %c, label %set, label %end
set:
  %loaded = load i32, ptr %p
  br label %end
end:
  %value = phi i32 [ %kept, %loop ], [ %loaded, %set ]
  store i32 %value, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
!6 = distinct !{!6, !4}
