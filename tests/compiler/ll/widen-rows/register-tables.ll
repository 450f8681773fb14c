; SPDX-License-Identifier: Apache-2.0
; Lanes look up a table that fits in four registers by permuting these. Unless the table is a variable of the
; program, it is loaded at once only if it lies in one page; otherwise only from pages that a lane reads.
; RUN: kernel-opt %s --features +avx512f,+avx512bw,+avx512vbmi --passes=widen-rows -S 2>&1 | FileCheck %s
; RUN: kernel-opt %s --features +avx512f,+avx512bw --passes=widen-rows -S 2>&1 | FileCheck %s --check-prefix=WORDS

@numbers = internal constant [25 x float] zeroinitializer
@many = internal constant [65 x float] zeroinitializer

; CHECK-LABEL: define void @argument(
; CHECK: wide.head:
; CHECK: [[FIRST:%.+]] = mul i64 %first, 1
; CHECK: [[BEGIN:%.+]] = getelementptr i8, ptr %{{.+}}, i64 [[FIRST]]
; CHECK: [[ADDRESS:%.+]] = ptrtoint ptr [[BEGIN]] to i64
; CHECK: [[PLACE:%.+]] = and i64 [[ADDRESS]], 4095
; CHECK: [[REST:%.+]] = sub i64 4096, [[PLACE]]
; CHECK: [[FITS:%.+]] = icmp uge i64 [[REST]], 256
; CHECK: br i1 [[FITS]], label %[[ONE:.+]], label %[[TWO:.+]]
; CHECK: rest:
; CHECK: {{^}}[[ONE]]:
; CHECK-COUNT-4: load <64 x i8>
; CHECK: {{^}}[[TWO]]:
; CHECK: call i1 @llvm.vector.reduce.or
; CHECK: call i1 @llvm.vector.reduce.or
; CHECK-COUNT-4: call <64 x i8> @llvm.masked.load.v64i8
; CHECK: call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512
; CHECK: call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512
; CHECK: select <64 x i1>
; CHECK-NOT: masked.gather
; CHECK-LABEL: define void @variable(
; WORDS-LABEL: define void @argument(
; WORDS: masked.gather
; WORDS-LABEL: define void @variable(
define void @argument(ptr noalias %table, ptr noalias %in, ptr noalias %to, i64 %first, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i8, ptr %in, i64 %i
  %index = load i8, ptr %from, align 1, !llvm.access.group !2
  %wide = zext i8 %index to i64
  %base = getelementptr i8, ptr %table, i64 %wide
  %place = getelementptr i8, ptr %base, i64 %first
  %value = load i8, ptr %place, align 1, !llvm.access.group !2
  %out = getelementptr i8, ptr %to, i64 %i
  store i8 %value, ptr %out, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; The last 7 of 32 places in two registers are not loaded.
; CHECK: wide.head:
; CHECK-NOT: 4095
; CHECK: load <16 x i32>, ptr @numbers
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(ptr getelementptr (i8, ptr @numbers, i64 64), i32 4, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false,
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
; WORDS: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
define void @variable(ptr noalias %in, ptr noalias %to, i64 %n) #1 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %in, i64 %i
  %index = load i32, ptr %from, align 4, !llvm.access.group !2
  %wide = zext i32 %index to i64
  %place = getelementptr float, ptr @numbers, i64 %wide
  %value = load float, ptr %place, align 4, !llvm.access.group !2
  %out = getelementptr float, ptr %to, i64 %i
  store float %value, ptr %out, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; What is added to the index without wrapping around belongs to the table's address.
; CHECK-LABEL: define void @sum(
; CHECK: wide.head:
; CHECK: call <64 x i8> @llvm.x86.avx512.permvar.qi.512
define void @sum(ptr noalias %table, ptr noalias %in, ptr noalias %to, i8 %first, i64 %n) #0 {
entry:
  %start = zext i8 %first to i16
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i8, ptr %in, i64 %i
  %byte = load i8, ptr %from, align 1, !llvm.access.group !2
  %index = and i8 %byte, 15
  %wide = zext i8 %index to i16
  %sum = add nuw nsw i16 %wide, %start
  %sum.wide = zext i16 %sum to i64
  %place = getelementptr i8, ptr %table, i64 %sum.wide
  %value = load i8, ptr %place, align 1, !llvm.access.group !2
  %out = getelementptr i8, ptr %to, i64 %i
  store i8 %value, ptr %out, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; Too long, of unknown length, and with entries that may lie in two pages.
; CHECK-LABEL: define void @others(
; CHECK-NOT: call {{.*}}vpermi2var
; CHECK-NOT: call {{.*}}permvar
define void @others(ptr noalias %table, ptr noalias %in, ptr noalias %to, i64 %n) #1 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %in, i64 %i
  %index = load i32, ptr %from, align 4, !llvm.access.group !2
  %wide = zext i32 %index to i64
  %long = getelementptr float, ptr @many, i64 %wide
  %first = load float, ptr %long, align 4, !llvm.access.group !2
  %unknown = getelementptr float, ptr %table, i64 %wide
  %second = load float, ptr %unknown, align 4, !llvm.access.group !2
  %low = and i64 %wide, 7
  %unaligned = getelementptr float, ptr %table, i64 %low
  %third = load float, ptr %unaligned, align 1, !llvm.access.group !2
  %sum = fadd float %first, %second
  %all = fadd float %sum, %third
  %out = getelementptr float, ptr %to, i64 %i
  store float %all, ptr %out, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

attributes #0 = { "quadcl-lanes"="64" }
attributes #1 = { "quadcl-lanes"="16" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
