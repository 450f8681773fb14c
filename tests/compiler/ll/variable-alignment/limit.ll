; SPDX-License-Identifier: Apache-2.0
; Private and local variables are aligned to 128 bytes at most, and so are accesses. Constants keep their alignment: the
; loader sees to it.
; RUN: kernel-opt %s --passes=variable-alignment -S 2>&1 | FileCheck %s

; CHECK-DAG: warning: variable 'own' is aligned to 128 bytes, not to 4096
; CHECK-DAG: warning: variable 'shared' is aligned to 128 bytes, not to 1024
; CHECK: @shared = internal addrspace(3) global i32 undef, align 128
; CHECK: @table = internal addrspace(4) constant i32 1, align 4096
; CHECK: %own = alloca i32, align 128
; CHECK: %other = alloca i32, align 64
; CHECK: load i32, ptr %own, align 128
; CHECK: store i32 %v, ptr addrspace(3) @shared, align 128
@shared = internal addrspace(3) global i32 undef, align 1024
@table = internal addrspace(4) constant i32 1, align 4096
define i32 @f() {
  %own = alloca i32, align 4096
  %other = alloca i32, align 64
  %v = load i32, ptr %own, align 4096
  store i32 %v, ptr addrspace(3) @shared, align 1024
  %w = load i32, ptr addrspace(4) @table, align 4096
  ret i32 %w
}
