; SPDX-License-Identifier: Apache-2.0
; A mask that goes around a loop is a vector of whole integers there. (Without a processor, registers have 32 bits.)
; RUN: kernel-opt %s --passes=legalise-masks -S | FileCheck %s

; CHECK: loop:
; CHECK: %[[MASK:.*]] = phi <4 x i8>
; CHECK-NOT: phi <4 x i1>
; CHECK: and <4 x i8>
; CHECK: icmp slt <4 x i8>
define void @f(ptr %p, <4 x float> %limit) {
entry:
  br label %loop
loop:
  %mask = phi <4 x i1> [ <i1 true, i1 true, i1 true, i1 true>, %entry ], [ %live, %loop ]
  %value = load <4 x float>, ptr %p
  %less = fcmp olt <4 x float> %value, %limit
  %live = select <4 x i1> %mask, <4 x i1> %less, <4 x i1> zeroinitializer
  %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %live)
  br i1 %any, label %loop, label %done
done:
  ret void
}
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
