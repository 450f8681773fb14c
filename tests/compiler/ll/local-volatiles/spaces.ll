; SPDX-License-Identifier: Apache-2.0
; Accesses of local memory become ordinary ones, those of global memory and atomic ones stay as they are.
; RUN: kernel-opt %s --passes=local-volatiles -S | FileCheck %s

; CHECK: load i32, ptr addrspace(3) %local
; CHECK: load volatile i32, ptr addrspace(1) %global
; CHECK: load atomic volatile i32, ptr addrspace(3) %local
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %local
; CHECK: store volatile i32 %{{.*}}, ptr addrspace(1) %global
define void @k(ptr addrspace(3) %local, ptr addrspace(1) %global) {
  %a = load volatile i32, ptr addrspace(3) %local, align 4
  %b = load volatile i32, ptr addrspace(1) %global, align 4
  %c = load atomic volatile i32, ptr addrspace(3) %local monotonic, align 4
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr addrspace(3) %local, align 4
  store volatile i32 %c, ptr addrspace(1) %global, align 4
  ret void
}
