; SPDX-License-Identifier: Apache-2.0
; An extended byte is compared as a byte with a limit that the loop does not change. The limit is cut to what a byte can be before the
; loop; where that is not enough, a condition on the limit decides for all bytes. What is compared with a number that changes
; stays, and so does what is also needed extended.
; RUN: kernel-opt %s --passes=narrow-comparisons -S | FileCheck %s

; CHECK: define void @greater({{.*}}
; CHECK: %[[CUT:.*]] = call i32 @llvm.umin.i32(i32 %level, i32 255)
; CHECK-NEXT: %[[BYTE:.*]] = trunc i32 %[[CUT]] to i8
; CHECK: loop:{{.*}}
; CHECK: %value = load i8, ptr %from, align 1
; CHECK-NEXT: icmp ugt i8 %value, %[[BYTE]]
define void @greater(ptr %p, ptr %q, i32 %level, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %from
  %wide = zext i8 %value to i32
  %above = icmp ugt i32 %wide, %level
  %to = getelementptr i1, ptr %q, i64 %i
  store i1 %above, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: define void @not_less({{.*}}
; CHECK: %[[ALWAYS:.*]] = icmp slt i32 127, %level
; CHECK: %[[CUT:.*]] = call i32 @llvm.smax.i32(i32 %level, i32 -128)
; CHECK: loop:{{.*}}
; CHECK: icmp sge i8 %value, %{{.*}}
; CHECK-NEXT: and i1 %{{.*}}
define void @not_less(ptr %p, ptr %q, i32 %level, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %from
  %wide = sext i8 %value to i32
  %above = icmp sle i32 %level, %wide
  %to = getelementptr i1, ptr %q, i64 %i
  store i1 %above, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A byte differs from all numbers that are no bytes.
; CHECK: define void @differs({{.*}}
; CHECK: %[[ABOVE:.*]] = icmp ult i32 255, %level
; CHECK: %[[OUTSIDE:.*]] = or i1 %{{.*}}, %[[ABOVE]]
; CHECK: loop:{{.*}}
; CHECK: %[[DIFFERS:.*]] = icmp ne i8 %value, %{{.*}}
; CHECK-NEXT: or i1 %[[OUTSIDE]], %[[DIFFERS]]
define void @differs(ptr %p, ptr %q, i32 %level, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %from
  %wide = zext i8 %value to i32
  %other = icmp ne i32 %wide, %level
  %to = getelementptr i1, ptr %q, i64 %i
  store i1 %other, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: define void @stay({{.*}}
; CHECK: icmp ugt i32 %wide, %changing
; CHECK: icmp ult i32 %needed, %level
define void @stay(ptr %p, ptr %q, i32 %level, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %changing = trunc i64 %i to i32
  %from = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %from
  %wide = zext i8 %value to i32
  %above = icmp ugt i32 %wide, %changing
  %needed = zext i8 %value to i32
  %below = icmp ult i32 %needed, %level
  %bits = add i32 %needed, 1
  %both = select i1 %below, i32 %bits, i32 0
  %result = select i1 %above, i32 %both, i32 1
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %result, ptr %to
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
