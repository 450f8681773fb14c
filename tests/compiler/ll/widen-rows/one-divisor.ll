; SPDX-License-Identifier: Apache-2.0
; If all lanes divide by the same number, its reciprocal is computed once. Numbers are moved away from zero by a half,
; so that quotients of multiples do not come out one too small.
; RUN: kernel-opt %s --passes=widen-rows -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw 2>&1 | FileCheck %s

; CHECK: %[[HALF:.*]] = call <16 x double> @llvm.copysign.v16f64(<16 x double> <double 5.000000e-01,
; CHECK: %[[NUMBER:.*]] = sitofp i32 %d to double
; CHECK: fdiv double 1.000000e+00, %[[NUMBER]]
; CHECK: %[[MOVED:.*]] = fadd <16 x double> %{{.*}}, %[[HALF]]
; CHECK: %[[RATIO:.*]] = fmul <16 x double> %[[MOVED]], %
; CHECK: fptosi <16 x double> %[[RATIO]] to <16 x i32>
; Different divisors: no reciprocals.
; CHECK: fdiv <16 x double>
define void @f(ptr noalias %p, ptr noalias %q, i32 %d, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %from, !llvm.access.group !2
  %quotient = sdiv i32 %value, %d
  %other = or i32 %value, 1
  %ratio = sdiv i32 %quotient, %other
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %ratio, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="16" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
