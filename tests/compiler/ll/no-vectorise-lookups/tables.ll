; SPDX-License-Identifier: Apache-2.0
; LLVM's vectoriser does not take a loop with 16 loads of bytes from a table. It may take one with two, and one
; with offsets that all iterations load from one place.
; RUN: kernel-opt %s --passes=no-vectorise-lookups -S | FileCheck %s

; CHECK-LABEL: define void @few(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define void @few(ptr %table, ptr %in, ptr %to, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr i8, ptr %in, i64 %i
  %a0 = getelementptr i8, ptr %p0, i64 0
  %v0 = load i8, ptr %a0
  %w0 = zext i8 %v0 to i64
  %t0 = getelementptr i8, ptr %table, i64 %w0
  %x0 = load i8, ptr %t0
  %s0 = add i8 0, %x0
  %p1 = getelementptr i8, ptr %in, i64 %i
  %a1 = getelementptr i8, ptr %p1, i64 1
  %v1 = load i8, ptr %a1
  %w1 = zext i8 %v1 to i64
  %t1 = getelementptr i8, ptr %table, i64 %w1
  %x1 = load i8, ptr %t1
  %s1 = add i8 %s0, %x1
  %out = getelementptr i8, ptr %to, i64 %i
  store i8 %s1, ptr %out
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @shared(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define void @shared(ptr %table, ptr %in, ptr %to, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o0 = load i64, ptr %table
  %p0 = getelementptr i8, ptr %in, i64 %i
  %t0 = getelementptr i8, ptr %p0, i64 %o0
  %x0 = load i8, ptr %t0
  %s0 = add i8 0, %x0
  %o1 = load i64, ptr %table
  %p1 = getelementptr i8, ptr %in, i64 %i
  %t1 = getelementptr i8, ptr %p1, i64 %o1
  %x1 = load i8, ptr %t1
  %s1 = add i8 %s0, %x1
  %o2 = load i64, ptr %table
  %p2 = getelementptr i8, ptr %in, i64 %i
  %t2 = getelementptr i8, ptr %p2, i64 %o2
  %x2 = load i8, ptr %t2
  %s2 = add i8 %s1, %x2
  %o3 = load i64, ptr %table
  %p3 = getelementptr i8, ptr %in, i64 %i
  %t3 = getelementptr i8, ptr %p3, i64 %o3
  %x3 = load i8, ptr %t3
  %s3 = add i8 %s2, %x3
  %o4 = load i64, ptr %table
  %p4 = getelementptr i8, ptr %in, i64 %i
  %t4 = getelementptr i8, ptr %p4, i64 %o4
  %x4 = load i8, ptr %t4
  %s4 = add i8 %s3, %x4
  %o5 = load i64, ptr %table
  %p5 = getelementptr i8, ptr %in, i64 %i
  %t5 = getelementptr i8, ptr %p5, i64 %o5
  %x5 = load i8, ptr %t5
  %s5 = add i8 %s4, %x5
  %o6 = load i64, ptr %table
  %p6 = getelementptr i8, ptr %in, i64 %i
  %t6 = getelementptr i8, ptr %p6, i64 %o6
  %x6 = load i8, ptr %t6
  %s6 = add i8 %s5, %x6
  %o7 = load i64, ptr %table
  %p7 = getelementptr i8, ptr %in, i64 %i
  %t7 = getelementptr i8, ptr %p7, i64 %o7
  %x7 = load i8, ptr %t7
  %s7 = add i8 %s6, %x7
  %o8 = load i64, ptr %table
  %p8 = getelementptr i8, ptr %in, i64 %i
  %t8 = getelementptr i8, ptr %p8, i64 %o8
  %x8 = load i8, ptr %t8
  %s8 = add i8 %s7, %x8
  %o9 = load i64, ptr %table
  %p9 = getelementptr i8, ptr %in, i64 %i
  %t9 = getelementptr i8, ptr %p9, i64 %o9
  %x9 = load i8, ptr %t9
  %s9 = add i8 %s8, %x9
  %o10 = load i64, ptr %table
  %p10 = getelementptr i8, ptr %in, i64 %i
  %t10 = getelementptr i8, ptr %p10, i64 %o10
  %x10 = load i8, ptr %t10
  %s10 = add i8 %s9, %x10
  %o11 = load i64, ptr %table
  %p11 = getelementptr i8, ptr %in, i64 %i
  %t11 = getelementptr i8, ptr %p11, i64 %o11
  %x11 = load i8, ptr %t11
  %s11 = add i8 %s10, %x11
  %o12 = load i64, ptr %table
  %p12 = getelementptr i8, ptr %in, i64 %i
  %t12 = getelementptr i8, ptr %p12, i64 %o12
  %x12 = load i8, ptr %t12
  %s12 = add i8 %s11, %x12
  %o13 = load i64, ptr %table
  %p13 = getelementptr i8, ptr %in, i64 %i
  %t13 = getelementptr i8, ptr %p13, i64 %o13
  %x13 = load i8, ptr %t13
  %s13 = add i8 %s12, %x13
  %o14 = load i64, ptr %table
  %p14 = getelementptr i8, ptr %in, i64 %i
  %t14 = getelementptr i8, ptr %p14, i64 %o14
  %x14 = load i8, ptr %t14
  %s14 = add i8 %s13, %x14
  %o15 = load i64, ptr %table
  %p15 = getelementptr i8, ptr %in, i64 %i
  %t15 = getelementptr i8, ptr %p15, i64 %o15
  %x15 = load i8, ptr %t15
  %s15 = add i8 %s14, %x15
  %out = getelementptr i8, ptr %to, i64 %i
  store i8 %s15, ptr %out
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[TAKEN:![0-9]+]]
define void @many(ptr %table, ptr %in, ptr %to, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr i8, ptr %in, i64 %i
  %a0 = getelementptr i8, ptr %p0, i64 0
  %v0 = load i8, ptr %a0
  %w0 = zext i8 %v0 to i64
  %t0 = getelementptr i8, ptr %table, i64 %w0
  %x0 = load i8, ptr %t0
  %s0 = add i8 0, %x0
  %p1 = getelementptr i8, ptr %in, i64 %i
  %a1 = getelementptr i8, ptr %p1, i64 1
  %v1 = load i8, ptr %a1
  %w1 = zext i8 %v1 to i64
  %t1 = getelementptr i8, ptr %table, i64 %w1
  %x1 = load i8, ptr %t1
  %s1 = add i8 %s0, %x1
  %p2 = getelementptr i8, ptr %in, i64 %i
  %a2 = getelementptr i8, ptr %p2, i64 2
  %v2 = load i8, ptr %a2
  %w2 = zext i8 %v2 to i64
  %t2 = getelementptr i8, ptr %table, i64 %w2
  %x2 = load i8, ptr %t2
  %s2 = add i8 %s1, %x2
  %p3 = getelementptr i8, ptr %in, i64 %i
  %a3 = getelementptr i8, ptr %p3, i64 3
  %v3 = load i8, ptr %a3
  %w3 = zext i8 %v3 to i64
  %t3 = getelementptr i8, ptr %table, i64 %w3
  %x3 = load i8, ptr %t3
  %s3 = add i8 %s2, %x3
  %p4 = getelementptr i8, ptr %in, i64 %i
  %a4 = getelementptr i8, ptr %p4, i64 4
  %v4 = load i8, ptr %a4
  %w4 = zext i8 %v4 to i64
  %t4 = getelementptr i8, ptr %table, i64 %w4
  %x4 = load i8, ptr %t4
  %s4 = add i8 %s3, %x4
  %p5 = getelementptr i8, ptr %in, i64 %i
  %a5 = getelementptr i8, ptr %p5, i64 5
  %v5 = load i8, ptr %a5
  %w5 = zext i8 %v5 to i64
  %t5 = getelementptr i8, ptr %table, i64 %w5
  %x5 = load i8, ptr %t5
  %s5 = add i8 %s4, %x5
  %p6 = getelementptr i8, ptr %in, i64 %i
  %a6 = getelementptr i8, ptr %p6, i64 6
  %v6 = load i8, ptr %a6
  %w6 = zext i8 %v6 to i64
  %t6 = getelementptr i8, ptr %table, i64 %w6
  %x6 = load i8, ptr %t6
  %s6 = add i8 %s5, %x6
  %p7 = getelementptr i8, ptr %in, i64 %i
  %a7 = getelementptr i8, ptr %p7, i64 7
  %v7 = load i8, ptr %a7
  %w7 = zext i8 %v7 to i64
  %t7 = getelementptr i8, ptr %table, i64 %w7
  %x7 = load i8, ptr %t7
  %s7 = add i8 %s6, %x7
  %p8 = getelementptr i8, ptr %in, i64 %i
  %a8 = getelementptr i8, ptr %p8, i64 8
  %v8 = load i8, ptr %a8
  %w8 = zext i8 %v8 to i64
  %t8 = getelementptr i8, ptr %table, i64 %w8
  %x8 = load i8, ptr %t8
  %s8 = add i8 %s7, %x8
  %p9 = getelementptr i8, ptr %in, i64 %i
  %a9 = getelementptr i8, ptr %p9, i64 9
  %v9 = load i8, ptr %a9
  %w9 = zext i8 %v9 to i64
  %t9 = getelementptr i8, ptr %table, i64 %w9
  %x9 = load i8, ptr %t9
  %s9 = add i8 %s8, %x9
  %p10 = getelementptr i8, ptr %in, i64 %i
  %a10 = getelementptr i8, ptr %p10, i64 10
  %v10 = load i8, ptr %a10
  %w10 = zext i8 %v10 to i64
  %t10 = getelementptr i8, ptr %table, i64 %w10
  %x10 = load i8, ptr %t10
  %s10 = add i8 %s9, %x10
  %p11 = getelementptr i8, ptr %in, i64 %i
  %a11 = getelementptr i8, ptr %p11, i64 11
  %v11 = load i8, ptr %a11
  %w11 = zext i8 %v11 to i64
  %t11 = getelementptr i8, ptr %table, i64 %w11
  %x11 = load i8, ptr %t11
  %s11 = add i8 %s10, %x11
  %p12 = getelementptr i8, ptr %in, i64 %i
  %a12 = getelementptr i8, ptr %p12, i64 12
  %v12 = load i8, ptr %a12
  %w12 = zext i8 %v12 to i64
  %t12 = getelementptr i8, ptr %table, i64 %w12
  %x12 = load i8, ptr %t12
  %s12 = add i8 %s11, %x12
  %p13 = getelementptr i8, ptr %in, i64 %i
  %a13 = getelementptr i8, ptr %p13, i64 13
  %v13 = load i8, ptr %a13
  %w13 = zext i8 %v13 to i64
  %t13 = getelementptr i8, ptr %table, i64 %w13
  %x13 = load i8, ptr %t13
  %s13 = add i8 %s12, %x13
  %p14 = getelementptr i8, ptr %in, i64 %i
  %a14 = getelementptr i8, ptr %p14, i64 14
  %v14 = load i8, ptr %a14
  %w14 = zext i8 %v14 to i64
  %t14 = getelementptr i8, ptr %table, i64 %w14
  %x14 = load i8, ptr %t14
  %s14 = add i8 %s13, %x14
  %p15 = getelementptr i8, ptr %in, i64 %i
  %a15 = getelementptr i8, ptr %p15, i64 15
  %v15 = load i8, ptr %a15
  %w15 = zext i8 %v15 to i64
  %t15 = getelementptr i8, ptr %table, i64 %w15
  %x15 = load i8, ptr %t15
  %s15 = add i8 %s14, %x15
  %out = getelementptr i8, ptr %to, i64 %i
  store i8 %s15, ptr %out
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: [[TAKEN]] = distinct !{[[TAKEN]], [[MARK:![0-9]+]]}
; CHECK: [[MARK]] = !{!"llvm.loop.isvectorized", i32 1}
