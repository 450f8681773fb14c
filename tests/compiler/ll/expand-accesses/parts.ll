; SPDX-License-Identifier: Apache-2.0
; Accesses are taken apart by alignment and size.
; RUN: kernel-opt %s --passes=expand-accesses -S | FileCheck %s

; CHECK-LABEL: define i32 @bytes
; CHECK-COUNT-4: load i8,
; CHECK-NOT: load
define i32 @bytes(ptr addrspace(1) %p) {
  %value = load i32, ptr addrspace(1) %p, align 1
  ret i32 %value
}

; CHECK-LABEL: define void @halves
; CHECK-COUNT-4: store i16 {{.*}}, align 2
; CHECK-NOT: store
define void @halves(ptr addrspace(1) %p, i64 %value) {
  store i64 %value, ptr addrspace(1) %p, align 2
  ret void
}

; CHECK-LABEL: define i48 @odd
; CHECK-COUNT-3: load i16,
; CHECK-NOT: load
define i48 @odd(ptr addrspace(1) %p) {
  %value = load i48, ptr addrspace(1) %p, align 8
  ret i48 %value
}

; CHECK-LABEL: define float @aligned
; CHECK: load float, ptr addrspace(1) %p, align 4
define float @aligned(ptr addrspace(1) %p) {
  %value = load volatile float, ptr addrspace(1) %p, align 4
  fence release
  ret float %value
}
; CHECK-NOT: fence

; CHECK-LABEL: define void @copy
; CHECK-COUNT-3: load i32,
; CHECK-NOT: load
; CHECK-COUNT-3: store i32
define void @copy(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 8 %q, i64 12, i1 false)
  ret void
}

; A loop that waits for a store of another work-item stays as it is.
; CHECK-LABEL: define void @wait
; CHECK: load volatile
define void @wait(ptr addrspace(1) %flag) {
entry:
  br label %loop
loop:
  %value = load volatile i32, ptr addrspace(1) %flag, align 4
  %is_set = icmp ne i32 %value, 0
  br i1 %is_set, label %end, label %loop
end:
  ret void
}

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
