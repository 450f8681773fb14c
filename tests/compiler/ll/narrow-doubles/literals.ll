; SPDX-License-Identifier: Apache-2.0
; RUN: kernel-opt %s --passes=narrow-doubles -S | FileCheck %s

; Literals take the nearest float.
; CHECK-LABEL: define float @scaled
; CHECK-NEXT: %[[PRODUCT:.*]] = fmul float %x, 0x3FB99999A0000000
; CHECK-NEXT: %[[SUM:.*]] = fadd float %[[PRODUCT]], 1.500000e+00
; CHECK-NEXT: ret float %[[SUM]]
define float @scaled(float %x) {
  %wide = fpext float %x to double
  %product = fmul double %wide, 1.000000e-01
  %sum = fadd double %product, 1.500000e+00
  %result = fptrunc double %sum to float
  ret float %result
}

; CHECK-LABEL: define i1 @compared
; CHECK: fcmp olt float %x, 5.000000e-01
define i1 @compared(float %x) {
  %wide = fpext float %x to double
  %is = fcmp olt double %wide, 5.000000e-01
  ret i1 %is
}

; CHECK-LABEL: define float @loop
; CHECK: phi float [ 0.000000e+00, %entry ], [ %{{.*}}, %loop ]
; CHECK-NOT: double
define float @loop(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.000000e+00, %entry ], [ %new, %loop ]
  %number = sitofp i32 %i to double
  %new = call double @llvm.fmuladd.f64(double %sum, double 5.000000e-01, double %number)
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %end, label %loop
end:
  %result = fptrunc double %new to float
  ret float %result
}

; A double that goes anywhere else stays, and what it is made of.
; CHECK-LABEL: define float @kept
; CHECK: fadd double
; CHECK: store double
define float @kept(float %x, ptr %p) {
  %wide = fpext float %x to double
  %sum = fadd double %wide, 1.500000e+00
  store double %sum, ptr %p
  %result = fptrunc double %sum to float
  ret float %result
}

; So does a number with more digits than a float.
; CHECK-LABEL: define float @long
; CHECK: fmul double
define float @long(i64 %x) {
  %wide = sitofp i64 %x to double
  %product = fmul double %wide, 5.000000e-01
  %result = fptrunc double %product to float
  ret float %result
}

declare double @llvm.fmuladd.f64(double, double, double)
