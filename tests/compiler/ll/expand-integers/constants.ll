; SPDX-License-Identifier: Apache-2.0
; The operations compute what the intrinsics do: of constants, LLVM folds them.
; RUN: kernel-opt %s --passes=expand-integers,instsimplify -S | FileCheck %s

; CHECK-LABEL: @zeros
; CHECK: store i8 3,
; CHECK: store i64 4,
; CHECK: store i64 64,
; CHECK: store i16 16,
; CHECK: store i64 40,
define void @zeros(ptr %p) {
  %a = call i8 @llvm.ctlz.i8(i8 17, i1 false)
  store i8 %a, ptr %p
  %b = call i64 @llvm.ctlz.i64(i64 1008806316530991104, i1 false)
  store i64 %b, ptr %p
  %c = call i64 @llvm.ctlz.i64(i64 0, i1 false)
  store i64 %c, ptr %p
  %d = call i16 @llvm.cttz.i16(i16 0, i1 false)
  store i16 %d, ptr %p
  %e = call i64 @llvm.cttz.i64(i64 1099511627776, i1 false)
  store i64 %e, ptr %p
  ret void
}

; CHECK-LABEL: @orders
; CHECK: store i16 8961,
; CHECK: store i64 578437695752307201,
; CHECK: store i8 -112,
; CHECK: store i24 12,
; CHECK: store i64 33,
define void @orders(ptr %p) {
  %a = call i16 @llvm.bswap.i16(i16 291)
  store i16 %a, ptr %p
  %b = call i64 @llvm.bswap.i64(i64 72623859790382856)
  store i64 %b, ptr %p
  %c = call i8 @llvm.bitreverse.i8(i8 9)
  store i8 %c, ptr %p
  %d = call i24 @llvm.ctpop.i24(i24 -4096)
  store i24 %d, ptr %p
  %e = call i64 @llvm.ctpop.i64(i64 -9223372032559808513)
  store i64 %e, ptr %p
  ret void
}

; CHECK-LABEL: @shifts
; CHECK: store i16 4660,
; CHECK: store i64 8,
; CHECK: store i8 18,
define void @shifts(ptr %p) {
  %a = call i16 @llvm.fshl.i16(i16 291, i16 17185, i16 20)
  %b = call i64 @llvm.fshr.i64(i64 1, i64 1, i64 61)
  store i16 %a, ptr %p
  store i64 %b, ptr %p
  %c = call i8 @llvm.fshr.i8(i8 18, i8 52, i8 8)
  %d = call i8 @llvm.fshl.i8(i8 18, i8 52, i8 0)
  store i8 %d, ptr %p
  ret void
}

; CHECK-LABEL: @saturated
; CHECK: store i8 127,
; CHECK: store i16 -32768,
; CHECK: store i32 -1,
; CHECK: store i64 -9223372036854775808,
; CHECK: store i64 0,
define void @saturated(ptr %p) {
  %a = call i8 @llvm.sadd.sat.i8(i8 100, i8 28)
  store i8 %a, ptr %p
  %b = call i16 @llvm.ssub.sat.i16(i16 -30000, i16 2769)
  store i16 %b, ptr %p
  %c = call i32 @llvm.uadd.sat.i32(i32 -5, i32 6)
  store i32 %c, ptr %p
  %d = call i64 @llvm.sadd.sat.i64(i64 -9223372036854775807, i64 -2)
  store i64 %d, ptr %p
  %e = call i64 @llvm.usub.sat.i64(i64 4, i64 5)
  store i64 %e, ptr %p
  ret void
}

; CHECK-LABEL: @checked
; CHECK: store i32 705032704,
; CHECK: store i1 true,
; CHECK: store i1 false,
; CHECK: store i1 true,
define void @checked(ptr %p) {
  %product = call {i32, i1} @llvm.umul.with.overflow.i32(i32 100000, i32 50000)
  %value = extractvalue {i32, i1} %product, 0
  store i32 %value, ptr %p
  %does = extractvalue {i32, i1} %product, 1
  store i1 %does, ptr %p
  %sum = call {i64, i1} @llvm.uadd.with.overflow.i64(i64 -2, i64 1)
  %fits = extractvalue {i64, i1} %sum, 1
  store i1 %fits, ptr %p
  %difference = call {i16, i1} @llvm.ssub.with.overflow.i16(i16 -32768, i16 1)
  %below = extractvalue {i16, i1} %difference, 1
  store i1 %below, ptr %p
  ret void
}

; CHECK-LABEL: @conversions
; CHECK: store i8 -128,
; CHECK: store i8 -1,
; CHECK: store i64 9223372036854775807,
; CHECK: store i32 0,
define void @conversions(ptr %p) {
  %a = call i8 @llvm.fptosi.sat.i8.f32(float -129.0)
  store i8 %a, ptr %p
  %b = call i8 @llvm.fptoui.sat.i8.f32(float 255.5)
  store i8 %b, ptr %p
  %c = call i64 @llvm.fptosi.sat.i64.f32(float 0x43E0000000000000)
  store i64 %c, ptr %p
  %d = call i32 @llvm.fptoui.sat.i32.f32(float -1.0)
  store i32 %d, ptr %p
  ret void
}

declare i8 @llvm.ctlz.i8(i8, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i16 @llvm.bswap.i16(i16)
declare i64 @llvm.bswap.i64(i64)
declare i8 @llvm.bitreverse.i8(i8)
declare i24 @llvm.ctpop.i24(i24)
declare i64 @llvm.ctpop.i64(i64)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i16 @llvm.ssub.sat.i16(i16, i16)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare {i32, i1} @llvm.umul.with.overflow.i32(i32, i32)
declare {i64, i1} @llvm.uadd.with.overflow.i64(i64, i64)
declare {i16, i1} @llvm.ssub.with.overflow.i16(i16, i16)
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
