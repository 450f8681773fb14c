; SPDX-License-Identifier: Apache-2.0
; A zero that LLVM does not know is added to a narrow counter that rises by more than 1 from 0 and may wrap around,
; so that LLVM's check of it at run time is whole. Other counters stay as they are.
; RUN: kernel-opt %s --passes=llvm19-runtime-check-workaround -S | FileCheck %s
; RUN: kernel-opt %s --passes='llvm19-runtime-check-workaround,llvm19-runtime-check-workaround<show>' -S | FileCheck %s --check-prefix=SHOWN

; CHECK-LABEL: define void @masked
; CHECK:       %[[ZERO:.*]] = call i64 @llvm.expect.i64(i64 0, i64 0)
; CHECK:       %seventh = mul i64 %i, 7
; CHECK-NEXT:  %[[SUM:.*]] = add i64 %seventh, %[[ZERO]]
; CHECK-NEXT:  %index = and i64 %[[SUM]], 63
; CHECK:       br i1
; SHOWN-LABEL: define void @masked
; SHOWN-NOT:   expect
; SHOWN:       add i64 %seventh, 0
define void @masked(ptr %o, ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seventh = mul i64 %i, 7
  %index = and i64 %seventh, 63
  %from = getelementptr i8, ptr %a, i64 %index
  %value = load i8, ptr %from
  %to = getelementptr i8, ptr %o, i64 %i
  store i8 %value, ptr %to
  %next = add nuw nsw i64 %i, 1
  %ends = icmp eq i64 %next, %n
  br i1 %ends, label %exit, label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @narrow
; CHECK:       %[[ZERO:.*]] = call i8 @llvm.expect.i8(i8 0, i8 0)
; CHECK:       %[[SUM:.*]] = add i8 %third, %[[ZERO]]
; CHECK-NEXT:  %index = zext i8 %[[SUM]] to i64
define void @narrow(ptr %o, ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %third = phi i8 [ 0, %entry ], [ %risen, %loop ]
  %index = zext i8 %third to i64
  %from = getelementptr i8, ptr %a, i64 %index
  %value = load i8, ptr %from
  %to = getelementptr i8, ptr %o, i64 %i
  store i8 %value, ptr %to
  %risen = add i8 %third, 3
  %next = add nuw nsw i64 %i, 1
  %ends = icmp eq i64 %next, %n
  br i1 %ends, label %exit, label %loop

exit:
  ret void
}

; The counter is cut off in each iteration, which LLVM's vectoriser may look through.
; CHECK-LABEL: define void @cut_off
; CHECK:       %[[ZERO:.*]] = call i32 @llvm.expect.i32(i32 0, i32 0)
; CHECK:       %third = phi i32 [ %[[ZERO]], %entry ], [ %kept, %loop ]
define void @cut_off(ptr %o, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %third = phi i32 [ 0, %entry ], [ %kept, %loop ]
  %to = getelementptr i8, ptr %o, i32 %third
  store i8 1, ptr %to
  %risen = add i32 %third, 3
  %kept = and i32 %risen, 255
  %next = add nuw nsw i64 %i, 1
  %ends = icmp eq i64 %next, %n
  br i1 %ends, label %exit, label %loop

exit:
  ret void
}

; It rises by 1, starts at 5, does not wrap around, or is not extended.
; CHECK-LABEL: define void @others
; CHECK-NOT:   expect
; CHECK:       ret void
define void @others(ptr %o, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %one = and i64 %i, 63
  %third = mul i64 %i, 3
  %shifted = add i64 %third, 5
  %other_start = and i64 %shifted, 63
  %wide = mul nuw i64 %i, 3
  %a = getelementptr i8, ptr %o, i64 %one
  store i8 1, ptr %a
  %b = getelementptr i8, ptr %o, i64 %other_start
  store i8 2, ptr %b
  %c = getelementptr i8, ptr %o, i64 %wide
  store i8 3, ptr %c
  %next = add nuw nsw i64 %i, 1
  %ends = icmp eq i64 %next, %n
  br i1 %ends, label %exit, label %loop

exit:
  ret void
}
