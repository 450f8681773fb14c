; SPDX-License-Identifier: Apache-2.0
; Accesses that such operations order depend from one work-item to the next: nothing in the function is
; parallel.
; RUN: kernel-opt %s --passes=local-atomics -S | FileCheck %s

; CHECK-LABEL: define void @f
; CHECK-NOT:   llvm.access.group
; CHECK-LABEL: define void @g
; CHECK:       load i32, ptr addrspace(3) %data, align 4, !llvm.access.group
define void @f(ptr addrspace(3) %lock, ptr addrspace(3) %data) {
  %a = atomicrmw xchg ptr addrspace(3) %lock, i32 1 seq_cst, !llvm.access.group !0
  %d = load i32, ptr addrspace(3) %data, !llvm.access.group !0
  %sum = add i32 %d, %a
  store i32 %sum, ptr addrspace(3) %data, !llvm.access.group !0
  ret void
}
define void @g(ptr addrspace(3) %data) {
  %d = load i32, ptr addrspace(3) %data, !llvm.access.group !0
  store i32 %d, ptr addrspace(3) %data, !llvm.access.group !0
  ret void
}
!0 = distinct !{}
