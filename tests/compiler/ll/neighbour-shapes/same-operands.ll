; SPDX-License-Identifier: Apache-2.0
; What is computed from values that neighbours share is shared, too, whatever the operation: comparisons, choices and real numbers.
; RUN: kernel-opt %s --passes='show<neighbour-shapes>' | FileCheck %s

; CHECK: uniform {{ *}}%is_zero ={{.*}}
; CHECK: uniform {{ *}}%divisor ={{.*}}
; CHECK: uniform {{ *}}%quotient ={{.*}}
; CHECK: uniform {{ *}}%real ={{.*}}
; CHECK: uniform {{ *}}%root ={{.*}}
; CHECK: stride 0 assumed {{ *}}%sum ={{.*}}
; CHECK: stride 0 assumed {{ *}}%index ={{.*}}
; CHECK: varying {{ *}}%own ={{.*}}
; CHECK: varying {{ *}}%own_sum ={{.*}}
define void @k(i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %y = call i64 @_Z12get_local_idj(i32 1)
  %is_zero = icmp eq i64 %y, 0
  %divisor = select i1 %is_zero, i64 1, i64 %y
  %quotient = sdiv i64 %n, %divisor
  %real = sitofp i64 %quotient to float
  %root = call float @llvm.sqrt.f32(float %real)
  br label %loop
loop:
  %sum = phi float [ %root, %entry ], [ %next, %loop ]
  %index = fptosi float %sum to i64
  %own = sitofp i64 %x to float
  %own_sum = fadd float %sum, %own
  %next = fadd float %sum, %root
  %more = fcmp olt float %next, 100.0
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare float @llvm.sqrt.f32(float)
!0 = !{!"long"}
