; SPDX-License-Identifier: Apache-2.0
; Atomic operations on local memory become a load, an operation and a store; those on global memory stay.
; RUN: kernel-opt %s --passes=local-atomics -S | FileCheck %s

; CHECK:      %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 5
; CHECK-NEXT: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NOT:  atomicrmw {{.*}}addrspace(3)
; CHECK:      atomicrmw add ptr addrspace(1) %g, i32 %[[OLD]] seq_cst
define void @f(ptr addrspace(3) %l, ptr addrspace(1) %g) {
  %a = atomicrmw add ptr addrspace(3) %l, i32 5 seq_cst
  %b = atomicrmw add ptr addrspace(1) %g, i32 %a seq_cst
  ret void
}
