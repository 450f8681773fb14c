; SPDX-License-Identifier: Apache-2.0
; Compare and exchange: the new value is stored if the old one matched.
; RUN: kernel-opt %s --passes=local-atomics -S | FileCheck %s

; CHECK:      %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK-NEXT: %[[MET:.*]] = icmp eq i32 %[[OLD]], %from
; CHECK-NEXT: %[[NEW:.*]] = select i1 %[[MET]], i32 %to, i32 %[[OLD]]
; CHECK-NEXT: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NOT:  cmpxchg {{.*}}addrspace(3)
; CHECK:      cmpxchg ptr addrspace(1) %g
define i1 @f(ptr addrspace(3) %l, ptr addrspace(1) %g, i32 %from, i32 %to) {
  %a = cmpxchg ptr addrspace(3) %l, i32 %from, i32 %to seq_cst seq_cst
  %b = cmpxchg ptr addrspace(1) %g, i32 %from, i32 %to seq_cst seq_cst
  %met = extractvalue { i32, i1 } %a, 1
  ret i1 %met
}
