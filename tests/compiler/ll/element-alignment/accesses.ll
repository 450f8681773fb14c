; SPDX-License-Identifier: Apache-2.0
; Vectors in memory are aligned to elements, structs to words. Numbers, what is less aligned, and private variables
; stay as they are.
; RUN: kernel-opt %s --passes=element-alignment -S | FileCheck %s

; CHECK: load <4 x float>, ptr addrspace(1) %p, align 4
; CHECK: store <4 x float> %v, ptr addrspace(3) %q, align 4
; CHECK: load <16 x i8>, ptr addrspace(1) %p, align 1
; CHECK: load <2 x double>, ptr addrspace(1) %p, align 2
; CHECK: load double, ptr addrspace(1) %p, align 8
; CHECK: call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 4 %p, ptr addrspace(3) align 2 %q,
; CHECK: call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %p,
; CHECK: load <4 x float>, ptr %own, align 16
define void @f(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %own = alloca <4 x float>
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  store <4 x float> %v, ptr addrspace(3) %q, align 16
  %bytes = load <16 x i8>, ptr addrspace(1) %p, align 16
  %pair = load <2 x double>, ptr addrspace(1) %p, align 2
  %one = load double, ptr addrspace(1) %p, align 8
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 16 %p, ptr addrspace(3) align 2 %q, i64 32, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %p, i8 0, i64 32, i1 false)
  %kept = load <4 x float>, ptr %own, align 16
  ret void
}
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
