; SPDX-License-Identifier: Apache-2.0
; Stores to local memory change neither buffers nor constant memory, and the other way round. Those through
; generic pointers may change anything.
; RUN: kernel-opt %s --passes='early-cse<memssa>' -S | FileCheck %s

; CHECK-LABEL: define float @local_store
; CHECK-COUNT-1: load float
; CHECK-NOT:   load float
define float @local_store(ptr addrspace(1) %buffer, ptr addrspace(3) %local) {
  %a = load float, ptr addrspace(1) %buffer
  store float 1.0, ptr addrspace(3) %local
  %b = load float, ptr addrspace(1) %buffer
  %c = fadd float %a, %b
  ret float %c
}
; CHECK-LABEL: define float @buffer_store
; CHECK-COUNT-1: load float
; CHECK-NOT:   load float
define float @buffer_store(ptr addrspace(1) %buffer, ptr addrspace(3) %local) {
  %a = load float, ptr addrspace(3) %local
  store float 1.0, ptr addrspace(1) %buffer
  %b = load float, ptr addrspace(3) %local
  %c = fadd float %a, %b
  ret float %c
}
; CHECK-LABEL: define float @constant
; CHECK-COUNT-1: load float
; CHECK-NOT:   load float
define float @constant(ptr addrspace(4) %constant, ptr addrspace(3) %local) {
  %a = load float, ptr addrspace(4) %constant
  store float 1.0, ptr addrspace(3) %local
  %b = load float, ptr addrspace(4) %constant
  %c = fadd float %a, %b
  ret float %c
}
; CHECK-LABEL: define float @generic_store
; CHECK-COUNT-2: load float
define float @generic_store(ptr %any, ptr addrspace(3) %local) {
  %a = load float, ptr addrspace(3) %local
  store float 1.0, ptr %any
  %b = load float, ptr addrspace(3) %local
  %c = fadd float %a, %b
  ret float %c
}
