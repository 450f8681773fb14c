; SPDX-License-Identifier: Apache-2.0
; Accesses that such operations order depend from one work-item to the next: nothing in the function is
; parallel.
; RUN: kernel-opt %s --passes=local-atomics -S | FileCheck %s

; CHECK-LABEL: define void @f
; CHECK-NOT:   llvm.access.group
; CHECK:       br i1 %more, label %row, label %done, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: define void @g
; CHECK:       load i32, ptr addrspace(3) %data, align 4, !llvm.access.group
define void @f(ptr addrspace(3) %lock, ptr addrspace(3) %data) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %a = atomicrmw xchg ptr addrspace(3) %lock, i32 1 seq_cst, !llvm.access.group !0
  %d = load i32, ptr addrspace(3) %data, !llvm.access.group !0
  %sum = add i32 %d, %a
  store i32 %sum, ptr addrspace(3) %data, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %row, label %done, !llvm.loop !1
done:
  ret void
}
define void @g(ptr addrspace(3) %data) {
  %d = load i32, ptr addrspace(3) %data, !llvm.access.group !0
  store i32 %d, ptr addrspace(3) %data, !llvm.access.group !0
  ret void
}
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], !{{[0-9]+}}, ![[ORDER:[0-9]+]]}
; CHECK: ![[ORDER]] = !{!"quadcl.loop.in_order", i32 1}
!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
