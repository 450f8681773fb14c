; SPDX-License-Identifier: Apache-2.0
; 64-bit integers are divided as doubles if those of all lanes are small, once for a quotient and a remainder. By a
; constant, they are multiplied.
; RUN: kernel-opt %s --passes=widen-rows -S --features=+avx512f,+avx512dq,+avx512vl,+avx512bw 2>&1 | FileCheck %s

; CHECK-LABEL: define void @by_numbers(
; CHECK:       icmp ult <16 x i64> %{{.*}}, <i64 2251799813685248,
; CHECK:       br i1 %{{.*}}, label %divide.together, label %divide.alone
; CHECK:       divide.together:
; CHECK:       %[[RATIO:.*]] = fdiv <16 x double>
; CHECK:       call <16 x double> @llvm.trunc.v16f64(<16 x double> %[[RATIO]])
; CHECK:       divide.alone:
; CHECK-NEXT:  udiv <16 x i64>
; CHECK-NEXT:  br label %divided
; CHECK:       divided:
; CHECK-NEXT:  %[[QUOTIENT:.*]] = phi <16 x i64>
; CHECK-NOT:   fdiv
; CHECK:       %[[PRODUCT:.*]] = mul <16 x i64> %[[QUOTIENT]],
; CHECK-NEXT:  sub <16 x i64> %{{.*}}, %[[PRODUCT]]
define void @by_numbers(ptr noalias %p, ptr noalias %q, i64 %d, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i64, ptr %p, i64 %i
  %value = load i64, ptr %from, !llvm.access.group !2
  %quotient = udiv i64 %value, %d
  %rest = urem i64 %value, %d
  %sum = xor i64 %quotient, %rest
  %to = getelementptr i64, ptr %q, i64 %i
  store i64 %sum, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
; CHECK-LABEL: define void @by_constant(
; CHECK-NOT:   {{div|rem}} <16 x i64>
; CHECK:       ret void
define void @by_constant(ptr noalias %p, ptr noalias %q, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr i64, ptr %p, i64 %i
  %value = load i64, ptr %from, !llvm.access.group !2
  %quotient = sdiv i64 %value, -10
  %rest = urem i64 %quotient, 7
  %to = getelementptr i64, ptr %q, i64 %i
  store i64 %rest, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !3
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="16" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
