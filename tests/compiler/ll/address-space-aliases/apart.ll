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
; Private variables have memory of their own, which the context names.
; CHECK-LABEL: define float @private_store
; CHECK-COUNT-1: load float
; CHECK-NOT:   load float
define float @private_store(ptr "group-context" %context, ptr addrspace(3) %local, ptr addrspace(1) %buffer, i64 %item) {
  %field = getelementptr i8, ptr %context, i64 168
  %items = load ptr, ptr %field
  %own = getelementptr float, ptr %items, i64 %item
  %a = load float, ptr addrspace(3) %local
  store float 1.0, ptr %own
  %b = load float, ptr addrspace(3) %local
  store float %a, ptr addrspace(1) %buffer
  %c = fadd float %a, %b
  ret float %c
}
; CHECK-LABEL: define float @print_store
; CHECK-COUNT-2: load float
define float @print_store(ptr "group-context" %context, ptr addrspace(3) %local) {
  %field = getelementptr i8, ptr %context, i64 176
  %other = load ptr, ptr %field
  %a = load float, ptr addrspace(3) %local
  store float 1.0, ptr %other
  %b = load float, ptr addrspace(3) %local
  %c = fadd float %a, %b
  ret float %c
}
