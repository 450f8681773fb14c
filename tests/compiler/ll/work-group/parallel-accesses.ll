; SPDX-License-Identifier: Apache-2.0
; Accesses in the innermost loop are declared parallel, except those to variables on the stack, which the
; work-items share one after the other.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK:     store i32 1, ptr %{{[a-z]+}}, align 4{{$}}
; CHECK:     %value = load i32, ptr %{{[a-z]+}}, align 4{{$}}
; CHECK:     store i32 %value, ptr addrspace(1) %0, align 4, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK:     br i1 {{.*}}, label %items.x, label %next.y, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     br i1 {{.*}}, label %items.y, label %next.z{{$}}
; CHECK:     [[GROUP]] = distinct !{}
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[ACCESSES:![0-9]+]]}
; CHECK:     [[ACCESSES]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
define void @k(ptr addrspace(1) %p, i64 %i) !kernel_arg_type !0 {
  %array = alloca [4 x i32]
  %at = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %at
  %value = load i32, ptr %at
  store i32 %value, ptr addrspace(1) %p
  ret void
}
!0 = !{!"int*", !"long"}
