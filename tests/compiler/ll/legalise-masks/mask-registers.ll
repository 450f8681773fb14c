; SPDX-License-Identifier: Apache-2.0
; Processors with registers for masks keep bits, also those that are better without scatters.
; RUN: kernel-opt %s --features +avx512f,+avx512vl --tuned-for znver5 --passes=legalise-masks -S | FileCheck %s
; RUN: kernel-opt %s --features +avx2 --tuned-for znver3 --passes=legalise-masks -S | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: define void @bits
; CHECK: phi <8 x i1>
; WIDE: phi <8 x i32>
define void @bits(ptr %p, <8 x i32> %limit) {
entry:
  br label %loop
loop:
  %live = phi <8 x i1> [ splat (i1 true), %entry ], [ %still, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %one = insertelement <8 x i32> poison, i32 %i, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %below = icmp slt <8 x i32> %all, %limit
  %still = and <8 x i1> %live, %below
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %still)
  br i1 %any, label %loop, label %done
done:
  store <8 x i1> %still, ptr %p
  ret void
}

declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
