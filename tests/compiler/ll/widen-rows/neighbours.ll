; SPDX-License-Identifier: Apache-2.0
; Accesses of a work-item to neighbouring elements become one of a vector if the row then has no gaps or they
; make a word, and if no other access in between may be of the same place.
; RUN: kernel-opt %s --features +avx2 --passes=widen-rows -S 2>&1 | FileCheck %s

; Stores in any order of addresses, at the last one; loads at the first one. The second row has numbers of
; another type in between, and half of its elements are a vector.
; CHECK-LABEL: define void @joined(
; CHECK: load <12 x i8>, ptr %{{.*}}, align 1
; CHECK: shufflevector <12 x i8> {{.*}}<4 x i32> <i32 0, i32 3, i32 6, i32 9>
; CHECK: shufflevector {{.*}}<12 x i32> <i32 0, i32 4, i32 8, i32 1, i32 5, i32 9, i32 2, i32 6, i32 10, i32 3, i32 7, i32 11>
; CHECK: store <12 x i8> {{.*}}, align 1
; CHECK-NOT: store i8
; CHECK: row:
; CHECK: load <3 x i8>
; CHECK-NOT: store i8
; CHECK: store <3 x i8>
; CHECK-NOT: store i8
define void @joined(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %first = mul nuw nsw i64 %i, 3
  %second = add nuw nsw i64 %first, 1
  %third = add nuw nsw i64 %first, 2
  %from1 = getelementptr i8, ptr %p, i64 %second
  %a = load i8, ptr %from1, align 1, !llvm.access.group !2
  %from0 = getelementptr i8, ptr %p, i64 %first
  %b = load i8, ptr %from0, align 1, !llvm.access.group !2
  %from2 = getelementptr i8, ptr %p, i64 %third
  %c = load i8, ptr %from2, align 1, !llvm.access.group !2
  %to2 = getelementptr i8, ptr %to, i64 %third
  store i8 %a, ptr %to2, align 1, !llvm.access.group !2
  %to0 = getelementptr i8, ptr %to, i64 %first
  store i8 %b, ptr %to0, align 1, !llvm.access.group !2
  %sum = add i8 %a, %c
  %to1 = getelementptr i8, ptr %to, i64 %second
  store i8 %sum, ptr %to1, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; An index of 32 bits, which cannot wrap around between neighbours.
; CHECK-LABEL: define void @narrow_index(
; CHECK: row:
; CHECK: store <3 x i16> {{.*}}, align 2
define void @narrow_index(ptr noalias %p, ptr noalias %to, i64 %n, i32 %start) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %number = trunc i64 %i to i32
  %place = add nsw i32 %number, %start
  %first = mul nsw i32 %place, 3
  %second = add nsw i32 %first, 1
  %third = add nsw i32 %first, 2
  %index0 = sext i32 %first to i64
  %index1 = sext i32 %second to i64
  %index2 = sext i32 %third to i64
  %from = getelementptr i16, ptr %p, i64 %i
  %value = load i16, ptr %from, align 2, !llvm.access.group !2
  %to0 = getelementptr inbounds i16, ptr %to, i64 %index0
  store i16 %value, ptr %to0, align 2, !llvm.access.group !2
  %to1 = getelementptr inbounds i16, ptr %to, i64 %index1
  store i16 %value, ptr %to1, align 2, !llvm.access.group !2
  %to2 = getelementptr inbounds i16, ptr %to, i64 %index2
  store i16 %value, ptr %to2, align 2, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; The same index without that promise.
; CHECK-LABEL: define void @wrapping_index(
; CHECK: row:
; CHECK-NOT: store <
; CHECK: ret void
define void @wrapping_index(ptr noalias %p, ptr noalias %to, i64 %n, i32 %start) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %number = trunc i64 %i to i32
  %place = add nsw i32 %number, %start
  %first = mul i32 %place, 3
  %second = add i32 %first, 1
  %third = add i32 %first, 2
  %index0 = sext i32 %first to i64
  %index1 = sext i32 %second to i64
  %index2 = sext i32 %third to i64
  %from = getelementptr i16, ptr %p, i64 %i
  %value = load i16, ptr %from, align 2, !llvm.access.group !2
  %to0 = getelementptr inbounds i16, ptr %to, i64 %index0
  store i16 %value, ptr %to0, align 2, !llvm.access.group !2
  %to1 = getelementptr inbounds i16, ptr %to, i64 %index1
  store i16 %value, ptr %to1, align 2, !llvm.access.group !2
  %to2 = getelementptr inbounds i16, ptr %to, i64 %index2
  store i16 %value, ptr %to2, align 2, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; The second load may be of what the first store wrote.
; CHECK-LABEL: define void @collides(
; CHECK: row:
; CHECK: load i8
; CHECK: store i8
; CHECK: load i8
; CHECK: store i8
define void @collides(ptr %p, ptr %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %first = mul nuw nsw i64 %i, 2
  %second = add nuw nsw i64 %first, 1
  %from0 = getelementptr i8, ptr %p, i64 %first
  %a = load i8, ptr %from0, align 1, !llvm.access.group !2
  %to0 = getelementptr i8, ptr %to, i64 %first
  store i8 %a, ptr %to0, align 1, !llvm.access.group !2
  %from1 = getelementptr i8, ptr %p, i64 %second
  %b = load i8, ptr %from1, align 1, !llvm.access.group !2
  %to1 = getelementptr i8, ptr %to, i64 %second
  store i8 %b, ptr %to1, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; One of three elements is not stored, and the row would have gaps.
; CHECK-LABEL: define void @gap(
; CHECK: row:
; CHECK-NOT: store <
; CHECK: ret void
define void @gap(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %first = mul nuw nsw i64 %i, 3
  %second = add nuw nsw i64 %first, 1
  %from = getelementptr i8, ptr %p, i64 %i
  %a = load i8, ptr %from, align 1, !llvm.access.group !2
  %to0 = getelementptr i8, ptr %to, i64 %first
  store i8 %a, ptr %to0, align 1, !llvm.access.group !2
  %to1 = getelementptr i8, ptr %to, i64 %second
  store i8 %a, ptr %to1, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; Four bytes make a word, however far the next work-item's are.
; CHECK-LABEL: define void @far(
; CHECK: wide.head:
; CHECK-COUNT-4: load i32
; CHECK-NOT: load i8
; CHECK-COUNT-4: store i32
; CHECK-NOT: store i8
; CHECK: wide.after:
define void @far(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %first = mul nuw nsw i64 %i, 20
  %from0 = getelementptr i8, ptr %p, i64 %first
  %from1 = getelementptr i8, ptr %from0, i64 1
  %from2 = getelementptr i8, ptr %from0, i64 2
  %from3 = getelementptr i8, ptr %from0, i64 3
  %a = load i8, ptr %from0, align 1, !llvm.access.group !2
  %b = load i8, ptr %from1, align 1, !llvm.access.group !2
  %c = load i8, ptr %from2, align 1, !llvm.access.group !2
  %d = load i8, ptr %from3, align 1, !llvm.access.group !2
  %to0 = getelementptr i8, ptr %to, i64 %first
  %to1 = getelementptr i8, ptr %to0, i64 1
  %to2 = getelementptr i8, ptr %to0, i64 2
  %to3 = getelementptr i8, ptr %to0, i64 3
  store i8 %d, ptr %to0, align 1, !llvm.access.group !2
  store i8 %c, ptr %to1, align 1, !llvm.access.group !2
  store i8 %b, ptr %to2, align 1, !llvm.access.group !2
  store i8 %a, ptr %to3, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
