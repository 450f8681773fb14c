; SPDX-License-Identifier: Apache-2.0
; Once elements are shifts, LLVM finds the order of bytes.
; RUN: kernel-opt %s --passes="function(scalarizer),lower-vector-bitcasts,function(instcombine)" -S | FileCheck %s

; CHECK-LABEL: @reversed
; CHECK: call i64 @llvm.bswap.i64(i64 %x)
define i64 @reversed(i64 %x) {
  %v = bitcast i64 %x to <8 x i8>
  %r = shufflevector <8 x i8> %v, <8 x i8> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %y = bitcast <8 x i8> %r to i64
  ret i64 %y
}
