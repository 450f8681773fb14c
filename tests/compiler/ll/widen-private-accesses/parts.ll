; SPDX-License-Identifier: Apache-2.0
; Bytes and halves of integers become accesses of whole integers, the first byte being the lowest.
; RUN: kernel-opt %s --passes=widen-private-accesses -S | FileCheck %s

; CHECK-LABEL: @f
; CHECK: %[[WORD:.*]] = getelementptr inbounds i8, ptr %v, i64 4
; CHECK-NEXT: %[[OLD:.*]] = load i32, ptr %[[WORD]], align 4
; CHECK-NEXT: %[[DEFINED:.*]] = freeze i32 %[[OLD]]
; CHECK-NEXT: %[[NEW:.*]] = zext i8 %byte to i32
; CHECK-NEXT: %[[KEPT:.*]] = and i32 %[[DEFINED]], -65281
; CHECK-NEXT: %[[PLACED:.*]] = shl i32 %[[NEW]], 8
; CHECK-NEXT: %[[ALL:.*]] = or i32 %[[KEPT]], %[[PLACED]]
; CHECK-NEXT: store i32 %[[ALL]], ptr %[[WORD]], align 4
; CHECK: %[[UPPER:.*]] = lshr i32 %{{.*}}, 16
; CHECK-NEXT: %[[HALF:.*]] = trunc i32 %[[UPPER]] to i16
; CHECK-NEXT: %[[PAIR:.*]] = bitcast i16 %[[HALF]] to <2 x i8>
; CHECK-NEXT: store <2 x i8> %[[PAIR]], ptr %out
; CHECK-NEXT: %element = getelementptr [4 x i32], ptr %v, i64 0, i64 %k
; CHECK-NEXT: load i32, ptr %element
define i32 @f(i8 %byte, i64 %k, ptr %out) {
  %v = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %fifth = getelementptr i8, ptr %v, i64 5
  store i8 %byte, ptr %fifth
  %upper = getelementptr i8, ptr %v, i64 6
  %pair = load <2 x i8>, ptr %upper
  store <2 x i8> %pair, ptr %out
  %element = getelementptr [4 x i32], ptr %v, i64 0, i64 %k
  %value = load i32, ptr %element
  ret i32 %value
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
