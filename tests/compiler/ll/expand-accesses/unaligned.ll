; SPDX-License-Identifier: Apache-2.0
; Before LLVM's passes, only places without alignment matter.
; RUN: kernel-opt %s "--passes=expand-accesses<unaligned>" -S | FileCheck %s

; CHECK-LABEL: define i16 @member
; CHECK: load volatile i32
; CHECK: fence
; CHECK-COUNT-2: load i8,
define i16 @member(ptr addrspace(1) %p) {
  %first = load volatile i32, ptr addrspace(1) %p, align 4
  fence acquire
  %place = getelementptr i8, ptr addrspace(1) %p, i64 5
  %value = load i16, ptr addrspace(1) %place, align 1
  ret i16 %value
}
