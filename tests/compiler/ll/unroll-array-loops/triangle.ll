; SPDX-License-Identifier: Apache-2.0
; A loop whose number of iterations depends only on the counters of loops around it is unrolled with them, as in a
; sorting network. The median needs two of its three minima. If the number depends on an argument, too, all stay.
; RUN: kernel-opt %s --passes=unroll-array-loops -S | FileCheck %s

; CHECK-LABEL: @sorted(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK-COUNT-2: call i32 @llvm.umin.i32
; CHECK-NOT: umin.i32(
; CHECK-LABEL: @up_to(
; CHECK: alloca [3 x i32]
; CHECK-COUNT-2: phi i64
define void @sorted(ptr %p) {
entry:
  %array = alloca [3 x i32]
  %values = load [3 x i32], ptr %p
  store [3 x i32] %values, ptr %array
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %end ]
  %first = add i64 %i, 1
  br label %inner
inner:
  %j = phi i64 [ %first, %outer ], [ %next.j, %inner ]
  %at.i = getelementptr [3 x i32], ptr %array, i64 0, i64 %i
  %at.j = getelementptr [3 x i32], ptr %array, i64 0, i64 %j
  %a = load i32, ptr %at.i
  %b = load i32, ptr %at.j
  %least = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %most = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  store i32 %least, ptr %at.i
  store i32 %most, ptr %at.j
  %next.j = add nuw nsw i64 %j, 1
  %more.j = icmp ult i64 %next.j, 3
  br i1 %more.j, label %inner, label %end
end:
  %next.i = add nuw nsw i64 %i, 1
  %more.i = icmp ult i64 %next.i, 2
  br i1 %more.i, label %outer, label %done
done:
  %place = getelementptr [3 x i32], ptr %array, i64 0, i64 1
  %median = load i32, ptr %place
  store i32 %median, ptr %p
  ret void
}
define void @up_to(ptr %p, i64 %n) {
entry:
  %array = alloca [3 x i32]
  %values = load [3 x i32], ptr %p
  store [3 x i32] %values, ptr %array
  %few = and i64 %n, 1
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %end ]
  %first = add i64 %i, %few
  br label %inner
inner:
  %j = phi i64 [ %first, %outer ], [ %next.j, %inner ]
  %at.i = getelementptr [3 x i32], ptr %array, i64 0, i64 %i
  %at.j = getelementptr [3 x i32], ptr %array, i64 0, i64 %j
  %a = load i32, ptr %at.i
  %b = load i32, ptr %at.j
  %least = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %most = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  store i32 %least, ptr %at.i
  store i32 %most, ptr %at.j
  %next.j = add nuw nsw i64 %j, 1
  %more.j = icmp ult i64 %next.j, 3
  br i1 %more.j, label %inner, label %end
end:
  %next.i = add nuw nsw i64 %i, 1
  %more.i = icmp ult i64 %next.i, 2
  br i1 %more.i, label %outer, label %done
done:
  %place = getelementptr [3 x i32], ptr %array, i64 0, i64 1
  %median = load i32, ptr %place
  store i32 %median, ptr %p
  ret void
}
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
