; SPDX-License-Identifier: Apache-2.0
; Accesses in the loops over work-items are declared parallel, except accesses to variables on the stack,
; which the work-items share one after the other.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:     store i32 1, ptr %{{[a-z]+}}, align 4{{$}}
; CHECK:     %value = load i32, ptr %{{[a-z]+}}, align 4{{$}}
; CHECK:     store i32 %value, ptr addrspace(1) %0, align 4, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK:     br i1 {{.*}}, label %items.x, label %next.y, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:     br i1 {{.*}}, label %items.y, label %next.z, !llvm.loop [[LOOP_Y:![0-9]+]]
; CHECK:     br i1 {{.*}}, label %items.z, label %done, !llvm.loop [[LOOP_Z:![0-9]+]]
; CHECK:     [[GROUP]] = distinct !{}
; CHECK:     [[LOOP]] = distinct !{[[LOOP]], [[ACCESSES:![0-9]+]]}
; CHECK:     [[ACCESSES]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
; CHECK:     [[LOOP_Y]] = distinct !{[[LOOP_Y]], [[ACCESSES]]}
; CHECK:     [[LOOP_Z]] = distinct !{[[LOOP_Z]], [[ACCESSES]]}
define void @k(ptr addrspace(1) %p, i64 %i) !kernel_arg_type !0 {
  %array = alloca [4 x i32]
  %at = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %at
  %value = load i32, ptr %at
  store i32 %value, ptr addrspace(1) %p
  ret void
}
!0 = !{!"int*", !"long"}
