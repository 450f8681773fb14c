; SPDX-License-Identifier: Apache-2.0
; The first iterations pass: the loop ends after the last of them, without the test.
; RUN: kernel-opt %s --passes=index-set-splitting -S | FileCheck %s

; CHECK-LABEL: entry:
; CHECK-DAG:   [[VALUE:%.*]] = add i64 [[START:%.*]], 0
; CHECK:       [[REST:%.*]] = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 {{%.*}})
; CHECK:       %length = add nuw i64 [[REST]], 1
; CHECK:       [[UNTIL:%.*]] = sub i64 [[BOUND:%.*]], {{%.*}}
; CHECK:       [[FIRST:%.*]] = call i64 @llvm.umin.i64(i64 %length, i64 [[UNTIL]])
; CHECK:       [[BELOW:%.*]] = icmp ult i64 {{%.*}}, [[BOUND]]
; CHECK:       select i1 [[BELOW]], i64 [[FIRST]], i64 0
; CHECK-LABEL: stretch:
; CHECK:       %until = phi i64 [ %end, %entry ], [ %[[END_OF_NEXT:.*]], %stretch.again ]
; CHECK:       [[ANY:%.*]] = icmp ult i64 %from, %until
; CHECK:       br i1 [[ANY]], label %loop, label %stretch.next
; CHECK-LABEL: stretch.next:
; CHECK:       [[FOLLOWING:%.*]] = add nuw i64 %first1, %count
; CHECK:       br i1 {{.*}}, label %stretch.again, label %done
; CHECK-LABEL: stretch.again:
; CHECK:       add i64 [[START]], [[FOLLOWING]]
; CHECK:       %[[END_OF_NEXT]] = add nuw i64 [[FOLLOWING]],
; CHECK-LABEL: loop:
; CHECK-NEXT:  %i = phi i64 [ %from, %stretch ], [ %next, %latch ]
; CHECK:       br label %body
; CHECK-LABEL: latch:
; CHECK:       [[MORE:%.*]] = icmp ult i64 %next, %until
; CHECK:       br i1 [[MORE]], label %loop, label %stretch.next
define void @f(ptr %p, ptr %q, i64 %first, i64 %n, i64 %m, i16 %short) {
entry:
  %size = zext i16 %short to i64
  %last = add nuw nsw i64 %size, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %v = add i64 %first, %i
  %passes = icmp ult i64 %v, %n
  br i1 %passes, label %body, label %latch
body:
  %place = getelementptr inbounds float, ptr %p, i64 %i
  store float 1.0, ptr %place
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %last
  br i1 %more, label %loop, label %done
done:
  ret void
}
