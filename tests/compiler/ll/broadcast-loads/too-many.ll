; SPDX-License-Identifier: Apache-2.0
; Seventeen vectors of equal numbers do not fit into sixteen registers: eight stay where they are, and the loads of the
; others move to their uses, also to those after the loop. So it is with elements of loaded vectors. Nothing moves if the
; loop may store where they load, if sixteen vectors are all there are, or if instructions cannot broadcast what they load.
; RUN: kernel-opt %s --features +avx2,+fma --tuned-for znver3 --passes=broadcast-loads -S | FileCheck %s
; RUN: kernel-opt %s --features +sse4.2 --tuned-for nehalem --passes=broadcast-loads -S | FileCheck %s --check-prefix=SSE

target triple = "x86_64-pc-linux-gnu"

; SSE-LABEL: define void @weights(
; SSE-COUNT-17: load float
; SSE: loop:
; SSE-NOT: load float
; SSE: }
; CHECK-LABEL: define void @weights(
; CHECK-COUNT-8: load float
; CHECK-NOT: load float
; CHECK: loop:
; CHECK: %sum8 = fadd <8 x float> %sum7, %v7
; CHECK-NEXT: %[[LOAD:.*]] = load float, ptr %w8
; CHECK-NEXT: %[[ONE:.*]] = insertelement <8 x float> poison, float %[[LOAD]], i64 0
; CHECK-NEXT: %[[ALL:.*]] = shufflevector <8 x float> %[[ONE]], <8 x float> poison, <8 x i32> zeroinitializer
; CHECK-NEXT: %sum9 = fadd <8 x float> %sum8, %[[ALL]]
; CHECK-COUNT-8: load float
; CHECK: end:
; CHECK-NEXT: %[[AGAIN:.*]] = load float, ptr %w8
; CHECK-NEXT: store float %[[AGAIN]], ptr %out
define void @weights(ptr noalias %weights, ptr noalias %out, i64 %n) {
entry:
  %w0 = getelementptr i8, ptr %weights, i64 0
  %x0 = load float, ptr %w0
  %w1 = getelementptr i8, ptr %weights, i64 4
  %x1 = load float, ptr %w1
  %w2 = getelementptr i8, ptr %weights, i64 8
  %x2 = load float, ptr %w2
  %w3 = getelementptr i8, ptr %weights, i64 12
  %x3 = load float, ptr %w3
  %w4 = getelementptr i8, ptr %weights, i64 16
  %x4 = load float, ptr %w4
  %w5 = getelementptr i8, ptr %weights, i64 20
  %x5 = load float, ptr %w5
  %w6 = getelementptr i8, ptr %weights, i64 24
  %x6 = load float, ptr %w6
  %w7 = getelementptr i8, ptr %weights, i64 28
  %x7 = load float, ptr %w7
  %w8 = getelementptr i8, ptr %weights, i64 32
  %x8 = load float, ptr %w8
  %w9 = getelementptr i8, ptr %weights, i64 36
  %x9 = load float, ptr %w9
  %w10 = getelementptr i8, ptr %weights, i64 40
  %x10 = load float, ptr %w10
  %w11 = getelementptr i8, ptr %weights, i64 44
  %x11 = load float, ptr %w11
  %w12 = getelementptr i8, ptr %weights, i64 48
  %x12 = load float, ptr %w12
  %w13 = getelementptr i8, ptr %weights, i64 52
  %x13 = load float, ptr %w13
  %w14 = getelementptr i8, ptr %weights, i64 56
  %x14 = load float, ptr %w14
  %w15 = getelementptr i8, ptr %weights, i64 60
  %x15 = load float, ptr %w15
  %w16 = getelementptr i8, ptr %weights, i64 64
  %x16 = load float, ptr %w16
  %f0 = insertelement <8 x float> poison, float %x0, i64 0
  %v0 = shufflevector <8 x float> %f0, <8 x float> poison, <8 x i32> zeroinitializer
  %f1 = insertelement <8 x float> poison, float %x1, i64 0
  %v1 = shufflevector <8 x float> %f1, <8 x float> poison, <8 x i32> zeroinitializer
  %f2 = insertelement <8 x float> poison, float %x2, i64 0
  %v2 = shufflevector <8 x float> %f2, <8 x float> poison, <8 x i32> zeroinitializer
  %f3 = insertelement <8 x float> poison, float %x3, i64 0
  %v3 = shufflevector <8 x float> %f3, <8 x float> poison, <8 x i32> zeroinitializer
  %f4 = insertelement <8 x float> poison, float %x4, i64 0
  %v4 = shufflevector <8 x float> %f4, <8 x float> poison, <8 x i32> zeroinitializer
  %f5 = insertelement <8 x float> poison, float %x5, i64 0
  %v5 = shufflevector <8 x float> %f5, <8 x float> poison, <8 x i32> zeroinitializer
  %f6 = insertelement <8 x float> poison, float %x6, i64 0
  %v6 = shufflevector <8 x float> %f6, <8 x float> poison, <8 x i32> zeroinitializer
  %f7 = insertelement <8 x float> poison, float %x7, i64 0
  %v7 = shufflevector <8 x float> %f7, <8 x float> poison, <8 x i32> zeroinitializer
  %f8 = insertelement <8 x float> poison, float %x8, i64 0
  %v8 = shufflevector <8 x float> %f8, <8 x float> poison, <8 x i32> zeroinitializer
  %f9 = insertelement <8 x float> poison, float %x9, i64 0
  %v9 = shufflevector <8 x float> %f9, <8 x float> poison, <8 x i32> zeroinitializer
  %f10 = insertelement <8 x float> poison, float %x10, i64 0
  %v10 = shufflevector <8 x float> %f10, <8 x float> poison, <8 x i32> zeroinitializer
  %f11 = insertelement <8 x float> poison, float %x11, i64 0
  %v11 = shufflevector <8 x float> %f11, <8 x float> poison, <8 x i32> zeroinitializer
  %f12 = insertelement <8 x float> poison, float %x12, i64 0
  %v12 = shufflevector <8 x float> %f12, <8 x float> poison, <8 x i32> zeroinitializer
  %f13 = insertelement <8 x float> poison, float %x13, i64 0
  %v13 = shufflevector <8 x float> %f13, <8 x float> poison, <8 x i32> zeroinitializer
  %f14 = insertelement <8 x float> poison, float %x14, i64 0
  %v14 = shufflevector <8 x float> %f14, <8 x float> poison, <8 x i32> zeroinitializer
  %f15 = insertelement <8 x float> poison, float %x15, i64 0
  %v15 = shufflevector <8 x float> %f15, <8 x float> poison, <8 x i32> zeroinitializer
  %f16 = insertelement <8 x float> poison, float %x16, i64 0
  %v16 = shufflevector <8 x float> %f16, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <8 x float>, ptr %out, i64 %i
  %sum0 = load <8 x float>, ptr %at
  %sum1 = fadd <8 x float> %sum0, %v0
  %sum2 = fadd <8 x float> %sum1, %v1
  %sum3 = fadd <8 x float> %sum2, %v2
  %sum4 = fadd <8 x float> %sum3, %v3
  %sum5 = fadd <8 x float> %sum4, %v4
  %sum6 = fadd <8 x float> %sum5, %v5
  %sum7 = fadd <8 x float> %sum6, %v6
  %sum8 = fadd <8 x float> %sum7, %v7
  %sum9 = fadd <8 x float> %sum8, %v8
  %sum10 = fadd <8 x float> %sum9, %v9
  %sum11 = fadd <8 x float> %sum10, %v10
  %sum12 = fadd <8 x float> %sum11, %v11
  %sum13 = fadd <8 x float> %sum12, %v12
  %sum14 = fadd <8 x float> %sum13, %v13
  %sum15 = fadd <8 x float> %sum14, %v14
  %sum16 = fadd <8 x float> %sum15, %v15
  %sum17 = fadd <8 x float> %sum16, %v16
  store <8 x float> %sum17, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %x8, ptr %out
  ret void
}

; CHECK-LABEL: define void @vectors(
; CHECK-COUNT-8: load <2 x float>
; CHECK-NOT: load
; CHECK: loop:
; CHECK: %[[ADDRESS:.*]] = getelementptr inbounds i8, ptr %w8, i64 4
; CHECK-NEXT: load float, ptr %[[ADDRESS]]
define void @vectors(ptr noalias %weights, ptr noalias %out, i64 %n) {
entry:
  %w0 = getelementptr i8, ptr %weights, i64 0
  %x0 = load <2 x float>, ptr %w0
  %w1 = getelementptr i8, ptr %weights, i64 8
  %x1 = load <2 x float>, ptr %w1
  %w2 = getelementptr i8, ptr %weights, i64 16
  %x2 = load <2 x float>, ptr %w2
  %w3 = getelementptr i8, ptr %weights, i64 24
  %x3 = load <2 x float>, ptr %w3
  %w4 = getelementptr i8, ptr %weights, i64 32
  %x4 = load <2 x float>, ptr %w4
  %w5 = getelementptr i8, ptr %weights, i64 40
  %x5 = load <2 x float>, ptr %w5
  %w6 = getelementptr i8, ptr %weights, i64 48
  %x6 = load <2 x float>, ptr %w6
  %w7 = getelementptr i8, ptr %weights, i64 56
  %x7 = load <2 x float>, ptr %w7
  %w8 = getelementptr i8, ptr %weights, i64 64
  %x8 = load <2 x float>, ptr %w8
  %w9 = getelementptr i8, ptr %weights, i64 72
  %x9 = load <2 x float>, ptr %w9
  %w10 = getelementptr i8, ptr %weights, i64 80
  %x10 = load <2 x float>, ptr %w10
  %w11 = getelementptr i8, ptr %weights, i64 88
  %x11 = load <2 x float>, ptr %w11
  %w12 = getelementptr i8, ptr %weights, i64 96
  %x12 = load <2 x float>, ptr %w12
  %w13 = getelementptr i8, ptr %weights, i64 104
  %x13 = load <2 x float>, ptr %w13
  %w14 = getelementptr i8, ptr %weights, i64 112
  %x14 = load <2 x float>, ptr %w14
  %w15 = getelementptr i8, ptr %weights, i64 120
  %x15 = load <2 x float>, ptr %w15
  %w16 = getelementptr i8, ptr %weights, i64 128
  %x16 = load <2 x float>, ptr %w16
  %v0 = shufflevector <2 x float> %x0, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v1 = shufflevector <2 x float> %x1, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v2 = shufflevector <2 x float> %x2, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v3 = shufflevector <2 x float> %x3, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v4 = shufflevector <2 x float> %x4, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v5 = shufflevector <2 x float> %x5, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v6 = shufflevector <2 x float> %x6, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v7 = shufflevector <2 x float> %x7, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v8 = shufflevector <2 x float> %x8, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v9 = shufflevector <2 x float> %x9, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v10 = shufflevector <2 x float> %x10, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v11 = shufflevector <2 x float> %x11, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v12 = shufflevector <2 x float> %x12, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v13 = shufflevector <2 x float> %x13, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v14 = shufflevector <2 x float> %x14, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v15 = shufflevector <2 x float> %x15, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %v16 = shufflevector <2 x float> %x16, <2 x float> poison, <8 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <8 x float>, ptr %out, i64 %i
  %sum0 = load <8 x float>, ptr %at
  %sum1 = fadd <8 x float> %sum0, %v0
  %sum2 = fadd <8 x float> %sum1, %v1
  %sum3 = fadd <8 x float> %sum2, %v2
  %sum4 = fadd <8 x float> %sum3, %v3
  %sum5 = fadd <8 x float> %sum4, %v4
  %sum6 = fadd <8 x float> %sum5, %v5
  %sum7 = fadd <8 x float> %sum6, %v6
  %sum8 = fadd <8 x float> %sum7, %v7
  %sum9 = fadd <8 x float> %sum8, %v8
  %sum10 = fadd <8 x float> %sum9, %v9
  %sum11 = fadd <8 x float> %sum10, %v10
  %sum12 = fadd <8 x float> %sum11, %v11
  %sum13 = fadd <8 x float> %sum12, %v12
  %sum14 = fadd <8 x float> %sum13, %v13
  %sum15 = fadd <8 x float> %sum14, %v14
  %sum16 = fadd <8 x float> %sum15, %v15
  %sum17 = fadd <8 x float> %sum16, %v16
  store <8 x float> %sum17, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @stored(
; CHECK-COUNT-17: load float
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: }
define void @stored(ptr %weights, ptr %out, i64 %n) {
entry:
  %w0 = getelementptr i8, ptr %weights, i64 0
  %x0 = load float, ptr %w0
  %w1 = getelementptr i8, ptr %weights, i64 4
  %x1 = load float, ptr %w1
  %w2 = getelementptr i8, ptr %weights, i64 8
  %x2 = load float, ptr %w2
  %w3 = getelementptr i8, ptr %weights, i64 12
  %x3 = load float, ptr %w3
  %w4 = getelementptr i8, ptr %weights, i64 16
  %x4 = load float, ptr %w4
  %w5 = getelementptr i8, ptr %weights, i64 20
  %x5 = load float, ptr %w5
  %w6 = getelementptr i8, ptr %weights, i64 24
  %x6 = load float, ptr %w6
  %w7 = getelementptr i8, ptr %weights, i64 28
  %x7 = load float, ptr %w7
  %w8 = getelementptr i8, ptr %weights, i64 32
  %x8 = load float, ptr %w8
  %w9 = getelementptr i8, ptr %weights, i64 36
  %x9 = load float, ptr %w9
  %w10 = getelementptr i8, ptr %weights, i64 40
  %x10 = load float, ptr %w10
  %w11 = getelementptr i8, ptr %weights, i64 44
  %x11 = load float, ptr %w11
  %w12 = getelementptr i8, ptr %weights, i64 48
  %x12 = load float, ptr %w12
  %w13 = getelementptr i8, ptr %weights, i64 52
  %x13 = load float, ptr %w13
  %w14 = getelementptr i8, ptr %weights, i64 56
  %x14 = load float, ptr %w14
  %w15 = getelementptr i8, ptr %weights, i64 60
  %x15 = load float, ptr %w15
  %w16 = getelementptr i8, ptr %weights, i64 64
  %x16 = load float, ptr %w16
  %f0 = insertelement <8 x float> poison, float %x0, i64 0
  %v0 = shufflevector <8 x float> %f0, <8 x float> poison, <8 x i32> zeroinitializer
  %f1 = insertelement <8 x float> poison, float %x1, i64 0
  %v1 = shufflevector <8 x float> %f1, <8 x float> poison, <8 x i32> zeroinitializer
  %f2 = insertelement <8 x float> poison, float %x2, i64 0
  %v2 = shufflevector <8 x float> %f2, <8 x float> poison, <8 x i32> zeroinitializer
  %f3 = insertelement <8 x float> poison, float %x3, i64 0
  %v3 = shufflevector <8 x float> %f3, <8 x float> poison, <8 x i32> zeroinitializer
  %f4 = insertelement <8 x float> poison, float %x4, i64 0
  %v4 = shufflevector <8 x float> %f4, <8 x float> poison, <8 x i32> zeroinitializer
  %f5 = insertelement <8 x float> poison, float %x5, i64 0
  %v5 = shufflevector <8 x float> %f5, <8 x float> poison, <8 x i32> zeroinitializer
  %f6 = insertelement <8 x float> poison, float %x6, i64 0
  %v6 = shufflevector <8 x float> %f6, <8 x float> poison, <8 x i32> zeroinitializer
  %f7 = insertelement <8 x float> poison, float %x7, i64 0
  %v7 = shufflevector <8 x float> %f7, <8 x float> poison, <8 x i32> zeroinitializer
  %f8 = insertelement <8 x float> poison, float %x8, i64 0
  %v8 = shufflevector <8 x float> %f8, <8 x float> poison, <8 x i32> zeroinitializer
  %f9 = insertelement <8 x float> poison, float %x9, i64 0
  %v9 = shufflevector <8 x float> %f9, <8 x float> poison, <8 x i32> zeroinitializer
  %f10 = insertelement <8 x float> poison, float %x10, i64 0
  %v10 = shufflevector <8 x float> %f10, <8 x float> poison, <8 x i32> zeroinitializer
  %f11 = insertelement <8 x float> poison, float %x11, i64 0
  %v11 = shufflevector <8 x float> %f11, <8 x float> poison, <8 x i32> zeroinitializer
  %f12 = insertelement <8 x float> poison, float %x12, i64 0
  %v12 = shufflevector <8 x float> %f12, <8 x float> poison, <8 x i32> zeroinitializer
  %f13 = insertelement <8 x float> poison, float %x13, i64 0
  %v13 = shufflevector <8 x float> %f13, <8 x float> poison, <8 x i32> zeroinitializer
  %f14 = insertelement <8 x float> poison, float %x14, i64 0
  %v14 = shufflevector <8 x float> %f14, <8 x float> poison, <8 x i32> zeroinitializer
  %f15 = insertelement <8 x float> poison, float %x15, i64 0
  %v15 = shufflevector <8 x float> %f15, <8 x float> poison, <8 x i32> zeroinitializer
  %f16 = insertelement <8 x float> poison, float %x16, i64 0
  %v16 = shufflevector <8 x float> %f16, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <8 x float>, ptr %out, i64 %i
  %sum0 = load <8 x float>, ptr %at
  %sum1 = fadd <8 x float> %sum0, %v0
  %sum2 = fadd <8 x float> %sum1, %v1
  %sum3 = fadd <8 x float> %sum2, %v2
  %sum4 = fadd <8 x float> %sum3, %v3
  %sum5 = fadd <8 x float> %sum4, %v4
  %sum6 = fadd <8 x float> %sum5, %v5
  %sum7 = fadd <8 x float> %sum6, %v6
  %sum8 = fadd <8 x float> %sum7, %v7
  %sum9 = fadd <8 x float> %sum8, %v8
  %sum10 = fadd <8 x float> %sum9, %v9
  %sum11 = fadd <8 x float> %sum10, %v10
  %sum12 = fadd <8 x float> %sum11, %v11
  %sum13 = fadd <8 x float> %sum12, %v12
  %sum14 = fadd <8 x float> %sum13, %v13
  %sum15 = fadd <8 x float> %sum14, %v14
  %sum16 = fadd <8 x float> %sum15, %v15
  %sum17 = fadd <8 x float> %sum16, %v16
  store <8 x float> %sum17, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK-COUNT-16: load float
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: }
define void @few(ptr noalias %weights, ptr noalias %out, i64 %n) {
entry:
  %w0 = getelementptr i8, ptr %weights, i64 0
  %x0 = load float, ptr %w0
  %w1 = getelementptr i8, ptr %weights, i64 4
  %x1 = load float, ptr %w1
  %w2 = getelementptr i8, ptr %weights, i64 8
  %x2 = load float, ptr %w2
  %w3 = getelementptr i8, ptr %weights, i64 12
  %x3 = load float, ptr %w3
  %w4 = getelementptr i8, ptr %weights, i64 16
  %x4 = load float, ptr %w4
  %w5 = getelementptr i8, ptr %weights, i64 20
  %x5 = load float, ptr %w5
  %w6 = getelementptr i8, ptr %weights, i64 24
  %x6 = load float, ptr %w6
  %w7 = getelementptr i8, ptr %weights, i64 28
  %x7 = load float, ptr %w7
  %w8 = getelementptr i8, ptr %weights, i64 32
  %x8 = load float, ptr %w8
  %w9 = getelementptr i8, ptr %weights, i64 36
  %x9 = load float, ptr %w9
  %w10 = getelementptr i8, ptr %weights, i64 40
  %x10 = load float, ptr %w10
  %w11 = getelementptr i8, ptr %weights, i64 44
  %x11 = load float, ptr %w11
  %w12 = getelementptr i8, ptr %weights, i64 48
  %x12 = load float, ptr %w12
  %w13 = getelementptr i8, ptr %weights, i64 52
  %x13 = load float, ptr %w13
  %w14 = getelementptr i8, ptr %weights, i64 56
  %x14 = load float, ptr %w14
  %w15 = getelementptr i8, ptr %weights, i64 60
  %x15 = load float, ptr %w15
  %f0 = insertelement <8 x float> poison, float %x0, i64 0
  %v0 = shufflevector <8 x float> %f0, <8 x float> poison, <8 x i32> zeroinitializer
  %f1 = insertelement <8 x float> poison, float %x1, i64 0
  %v1 = shufflevector <8 x float> %f1, <8 x float> poison, <8 x i32> zeroinitializer
  %f2 = insertelement <8 x float> poison, float %x2, i64 0
  %v2 = shufflevector <8 x float> %f2, <8 x float> poison, <8 x i32> zeroinitializer
  %f3 = insertelement <8 x float> poison, float %x3, i64 0
  %v3 = shufflevector <8 x float> %f3, <8 x float> poison, <8 x i32> zeroinitializer
  %f4 = insertelement <8 x float> poison, float %x4, i64 0
  %v4 = shufflevector <8 x float> %f4, <8 x float> poison, <8 x i32> zeroinitializer
  %f5 = insertelement <8 x float> poison, float %x5, i64 0
  %v5 = shufflevector <8 x float> %f5, <8 x float> poison, <8 x i32> zeroinitializer
  %f6 = insertelement <8 x float> poison, float %x6, i64 0
  %v6 = shufflevector <8 x float> %f6, <8 x float> poison, <8 x i32> zeroinitializer
  %f7 = insertelement <8 x float> poison, float %x7, i64 0
  %v7 = shufflevector <8 x float> %f7, <8 x float> poison, <8 x i32> zeroinitializer
  %f8 = insertelement <8 x float> poison, float %x8, i64 0
  %v8 = shufflevector <8 x float> %f8, <8 x float> poison, <8 x i32> zeroinitializer
  %f9 = insertelement <8 x float> poison, float %x9, i64 0
  %v9 = shufflevector <8 x float> %f9, <8 x float> poison, <8 x i32> zeroinitializer
  %f10 = insertelement <8 x float> poison, float %x10, i64 0
  %v10 = shufflevector <8 x float> %f10, <8 x float> poison, <8 x i32> zeroinitializer
  %f11 = insertelement <8 x float> poison, float %x11, i64 0
  %v11 = shufflevector <8 x float> %f11, <8 x float> poison, <8 x i32> zeroinitializer
  %f12 = insertelement <8 x float> poison, float %x12, i64 0
  %v12 = shufflevector <8 x float> %f12, <8 x float> poison, <8 x i32> zeroinitializer
  %f13 = insertelement <8 x float> poison, float %x13, i64 0
  %v13 = shufflevector <8 x float> %f13, <8 x float> poison, <8 x i32> zeroinitializer
  %f14 = insertelement <8 x float> poison, float %x14, i64 0
  %v14 = shufflevector <8 x float> %f14, <8 x float> poison, <8 x i32> zeroinitializer
  %f15 = insertelement <8 x float> poison, float %x15, i64 0
  %v15 = shufflevector <8 x float> %f15, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr <8 x float>, ptr %out, i64 %i
  %sum0 = load <8 x float>, ptr %at
  %sum1 = fadd <8 x float> %sum0, %v0
  %sum2 = fadd <8 x float> %sum1, %v1
  %sum3 = fadd <8 x float> %sum2, %v2
  %sum4 = fadd <8 x float> %sum3, %v3
  %sum5 = fadd <8 x float> %sum4, %v4
  %sum6 = fadd <8 x float> %sum5, %v5
  %sum7 = fadd <8 x float> %sum6, %v6
  %sum8 = fadd <8 x float> %sum7, %v7
  %sum9 = fadd <8 x float> %sum8, %v8
  %sum10 = fadd <8 x float> %sum9, %v9
  %sum11 = fadd <8 x float> %sum10, %v10
  %sum12 = fadd <8 x float> %sum11, %v11
  %sum13 = fadd <8 x float> %sum12, %v12
  %sum14 = fadd <8 x float> %sum13, %v13
  %sum15 = fadd <8 x float> %sum14, %v14
  %sum16 = fadd <8 x float> %sum15, %v15
  store <8 x float> %sum16, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
