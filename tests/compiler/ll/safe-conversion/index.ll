; SPDX-License-Identifier: Apache-2.0
; A conversion for an index into memory saturates: libclc's tables are just long enough for that.
; RUN: kernel-opt %s --passes=safe-conversion -S | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK:       %[[BEYOND:.*]] = fcmp ogt double %{{.*}}, 0x41DFFFFFFFC00000
; CHECK:       select i1 %[[BEYOND]], i32 2147483647
; CHECK-LABEL: @unsigned_through_arithmetic(
; CHECK:       %[[BEYOND:.*]] = fcmp ogt float %{{.*}}, 0x41EFFFFFE0000000
; CHECK:       select i1 %[[BEYOND]], i32 -1
define float @signed(double %x, ptr %table) {
  %i = fptosi double %x to i32
  %at = getelementptr float, ptr %table, i32 %i
  %value = load float, ptr %at
  ret float %value
}
define float @unsigned_through_arithmetic(float %x, ptr %table) {
  %i = fptoui float %x to i32
  %low = and i32 %i, 63
  %wide = zext i32 %low to i64
  %at = getelementptr float, ptr %table, i64 %wide
  %value = load float, ptr %at
  ret float %value
}
