; SPDX-License-Identifier: Apache-2.0
; Saturating conversions become comparisons, which LLVM's vectoriser can widen: the lower end of the range,
; the conversion, the upper end, and for signed integers 0 for NaN.
; RUN: kernel-opt %s --passes=safe-conversion -S | FileCheck %s

; CHECK-LABEL: @to_signed(
; CHECK:      %[[X:.*]] = freeze float %x
; CHECK-NEXT: %[[ABOVE:.*]] = fcmp ogt float %[[X]], 0xC1E0000000000000
; CHECK-NEXT: %[[INSIDE:.*]] = select i1 %[[ABOVE]], float %[[X]], float 0xC1E0000000000000
; CHECK-NEXT: %[[CONVERTED:.*]] = fptosi float %[[INSIDE]] to i32
; CHECK-NEXT: %[[BEYOND:.*]] = fcmp ogt float %[[X]], 0x41DFFFFFE0000000
; CHECK-NEXT: %[[SATURATED:.*]] = select i1 %[[BEYOND]], i32 2147483647, i32 %[[CONVERTED]]
; CHECK-NEXT: %[[NONE:.*]] = fcmp uno float %[[X]], %[[X]]
; CHECK-NEXT: %[[ALL:.*]] = select i1 %[[NONE]], i32 0, i32 %[[SATURATED]]
; CHECK-NEXT: ret i32 %[[ALL]]
define i32 @to_signed(float %x) {
  %i = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %i
}

; CHECK-LABEL: @to_unsigned_vector(
; CHECK:      %[[CONVERTED:.*]] = fptoui <2 x double> %{{.*}} to <2 x i8>
; CHECK-NEXT: %[[BEYOND:.*]] = fcmp ogt <2 x double> %{{.*}}, <double 2.550000e+02, double 2.550000e+02>
; CHECK-NEXT: %[[SATURATED:.*]] = select <2 x i1> %[[BEYOND]], <2 x i8> <i8 -1, i8 -1>, <2 x i8> %[[CONVERTED]]
; CHECK-NEXT: ret <2 x i8> %[[SATURATED]]
define <2 x i8> @to_unsigned_vector(<2 x double> %v) {
  %u = call <2 x i8> @llvm.fptoui.sat.v2i8.v2f64(<2 x double> %v)
  ret <2 x i8> %u
}

declare i32 @llvm.fptosi.sat.i32.f32(float)
declare <2 x i8> @llvm.fptoui.sat.v2i8.v2f64(<2 x double>)
