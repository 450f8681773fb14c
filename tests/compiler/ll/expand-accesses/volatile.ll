; SPDX-License-Identifier: Apache-2.0
; What is volatile stays volatile: LLVM must not put the parts together.
; RUN: kernel-opt %s "--passes=expand-accesses<unaligned>" -S | FileCheck %s

; CHECK-LABEL: define <2 x i32> @vector
; CHECK: load volatile i32, {{.*}}, align 8
; CHECK: load volatile i32, {{.*}}, align 4
; CHECK-NOT: load
define <2 x i32> @vector(ptr addrspace(3) %p) {
  %value = load volatile <2 x i32>, ptr addrspace(3) %p, align 8
  ret <2 x i32> %value
}

; CHECK-LABEL: define void @stored
; CHECK-COUNT-3: store volatile i8
; CHECK-NOT: store
define void @stored(ptr addrspace(1) %p, <3 x i8> %value) {
  store volatile <3 x i8> %value, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: define i32 @unaligned
; CHECK-COUNT-2: load volatile i16
; CHECK-NOT: load
define i32 @unaligned(ptr addrspace(1) %p) {
  %value = load volatile i32, ptr addrspace(1) %p, align 2
  ret i32 %value
}
