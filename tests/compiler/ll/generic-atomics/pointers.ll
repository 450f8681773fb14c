; SPDX-License-Identifier: Apache-2.0
; Atomic operations, and no other accesses, use pointers of address space 0.
; RUN: kernel-opt %s --passes=generic-atomics -S | FileCheck %s

; CHECK:      define void @f
; CHECK-NEXT: %[[P:.*]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK-NEXT: atomicrmw add ptr %[[P]], i64 1 seq_cst
; CHECK:      cmpxchg ptr %{{.*}}, i32 0, i32 1 seq_cst seq_cst
; CHECK:      load atomic i32, ptr %{{.*}} seq_cst
; CHECK:      store atomic i32 %{{.*}}, ptr %{{.*}} release
; CHECK-NEXT: fence acquire
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: load atomic i32, ptr %q acquire
define void @f(ptr addrspace(1) %p, ptr %q) {
  %a = atomicrmw add ptr addrspace(1) %p, i64 1 seq_cst
  %b = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 seq_cst seq_cst
  %c = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  store atomic i32 %c, ptr addrspace(1) %p release, align 4
  fence acquire
  store i32 1, ptr addrspace(1) %p
  %d = load atomic i32, ptr %q acquire, align 4
  ret void
}
