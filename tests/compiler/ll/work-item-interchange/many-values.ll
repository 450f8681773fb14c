; SPDX-License-Identifier: Apache-2.0
; A loop with nine values of each work-item has enough independent operations as it is, however much it computes.
; RUN: kernel-opt %s --passes=work-item-interchange -S | FileCheck %s

; CHECK-NOT: call void @_Z14quadcl_barrierv()
define void @k(ptr addrspace(1) %c, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %x32 = trunc i64 %x to i32
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %r0 = phi i32 [ %x32, %entry ], [ %d0, %body ]
  %r1 = phi i32 [ %x32, %entry ], [ %d1, %body ]
  %r2 = phi i32 [ %x32, %entry ], [ %d2, %body ]
  %r3 = phi i32 [ %x32, %entry ], [ %d3, %body ]
  %r4 = phi i32 [ %x32, %entry ], [ %d4, %body ]
  %r5 = phi i32 [ %x32, %entry ], [ %d5, %body ]
  %r6 = phi i32 [ %x32, %entry ], [ %d6, %body ]
  %r7 = phi i32 [ %x32, %entry ], [ %d7, %body ]
  %r8 = phi i32 [ %x32, %entry ], [ %d8, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %a0 = mul i32 %r0, 3
  %b0 = xor i32 %a0, 5
  %c0 = mul i32 %b0, 7
  %e0 = xor i32 %c0, 9
  %d0 = add i32 %e0, 1
  %a1 = mul i32 %r1, 3
  %b1 = xor i32 %a1, 5
  %c1 = mul i32 %b1, 7
  %e1 = xor i32 %c1, 9
  %d1 = add i32 %e1, 1
  %a2 = mul i32 %r2, 3
  %b2 = xor i32 %a2, 5
  %c2 = mul i32 %b2, 7
  %e2 = xor i32 %c2, 9
  %d2 = add i32 %e2, 1
  %a3 = mul i32 %r3, 3
  %b3 = xor i32 %a3, 5
  %c3 = mul i32 %b3, 7
  %e3 = xor i32 %c3, 9
  %d3 = add i32 %e3, 1
  %a4 = mul i32 %r4, 3
  %b4 = xor i32 %a4, 5
  %c4 = mul i32 %b4, 7
  %e4 = xor i32 %c4, 9
  %d4 = add i32 %e4, 1
  %a5 = mul i32 %r5, 3
  %b5 = xor i32 %a5, 5
  %c5 = mul i32 %b5, 7
  %e5 = xor i32 %c5, 9
  %d5 = add i32 %e5, 1
  %a6 = mul i32 %r6, 3
  %b6 = xor i32 %a6, 5
  %c6 = mul i32 %b6, 7
  %e6 = xor i32 %c6, 9
  %d6 = add i32 %e6, 1
  %a7 = mul i32 %r7, 3
  %b7 = xor i32 %a7, 5
  %c7 = mul i32 %b7, 7
  %e7 = xor i32 %c7, 9
  %d7 = add i32 %e7, 1
  %a8 = mul i32 %r8, 3
  %b8 = xor i32 %a8, 5
  %c8 = mul i32 %b8, 7
  %e8 = xor i32 %c8, 9
  %d8 = add i32 %e8, 1
  %next = add i64 %i, 1
  br label %loop
end:
  %s0 = add i32 %r0, %r1
  %s1 = add i32 %s0, %r2
  %s2 = add i32 %s1, %r3
  %s3 = add i32 %s2, %r4
  %s4 = add i32 %s3, %r5
  %s5 = add i32 %s4, %r6
  %s6 = add i32 %s5, %r7
  %s7 = add i32 %s6, %r8
  %out = getelementptr i32, ptr addrspace(1) %c, i64 %x
  store i32 %s7, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"int*", !"long"}
