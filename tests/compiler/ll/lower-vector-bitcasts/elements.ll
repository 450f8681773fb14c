; SPDX-License-Identifier: Apache-2.0
; Elements are taken by shifts and put together so: of constants, LLVM folds them.
; RUN: kernel-opt %s --passes=lower-vector-bitcasts,instcombine -S | FileCheck %s

; All elements have uses, and the number has others.
; CHECK-LABEL: @taken
; CHECK-NOT: x i8>
; CHECK: trunc i64 %x to i8
; CHECK: lshr i64 %x, 56
define void @taken(i64 %x, ptr %p, ptr %q) {
  store i64 %x, ptr %q
  %v = bitcast i64 %x to <8 x i8>
  %first = extractelement <8 x i8> %v, i64 0
  store i8 %first, ptr %p
  %last = extractelement <8 x i8> %v, i64 7
  store i8 %last, ptr %q
  ret void
}

; CHECK-LABEL: @taken_anywhere
; CHECK-NOT: x i16>
; CHECK: lshr i64 %x, %{{.*}}
define i16 @taken_anywhere(i64 %x, i32 %i) {
  %v = bitcast i64 %x to <4 x i16>
  %e = extractelement <4 x i16> %v, i32 %i
  ret i16 %e
}

; 0x40302010
; CHECK-LABEL: @put_together
; CHECK: ret i32 1076895760
define i32 @put_together() {
  %a = insertelement <4 x i8> poison, i8 16, i64 0
  %b = insertelement <4 x i8> %a, i8 32, i64 1
  %c = insertelement <4 x i8> %b, i8 48, i64 2
  %d = insertelement <4 x i8> %c, i8 64, i64 3
  %x = bitcast <4 x i8> %d to i32
  ret i32 %x
}

; CHECK-LABEL: @floats
; CHECK-NOT: x float>
; CHECK: bitcast i32 %{{.*}} to float
define float @floats(i64 %x) {
  %v = bitcast i64 %x to <2 x float>
  %high = extractelement <2 x float> %v, i64 1
  ret float %high
}
