; SPDX-License-Identifier: Apache-2.0
; Stores that stay in the caches.
; RUN: kernel-opt %s --passes=streaming-stores -S | FileCheck %s

; CHECK-NOT: !nontemporal

; The kernel reads the buffer.
define <16 x float> @read(ptr %arguments, ptr "group-context" %context, <16 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  %q = getelementptr i8, ptr addrspace(1) %p, i64 640
  %old = load <16 x float>, ptr addrspace(1) %q
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  ret <16 x float> %old
}

; The kernel may read the buffer: it is not known where the address comes from.
define <16 x float> @unknown(ptr %arguments, ptr "group-context" %context, <16 x float> %v, i64 %address) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  %q = inttoptr i64 %address to ptr addrspace(1)
  %old = load <16 x float>, ptr addrspace(1) %q
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  ret <16 x float> %old
}

; After a fence, other threads may read the buffer before the launch ends.
define void @atomic(ptr %arguments, ptr "group-context" %context, <16 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  fence release
  ret void
}

; Local memory is small.
define void @local(ptr %arguments, ptr "group-context" %context, <16 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(3), ptr %slot
  store <16 x float> %v, ptr addrspace(3) %p, align 4
  ret void
}

; The next iteration stores there again.
define void @again(ptr %arguments, ptr "group-context" %context, i64 %n) {
entry:
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %one = insertelement <8 x i64> zeroinitializer, i64 %i, i64 0
  store <8 x i64> %one, ptr addrspace(1) %p, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; No group context: a function of the source.
define void @called(ptr %slot, <16 x float> %v) {
  %p = load ptr addrspace(1), ptr %slot
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  ret void
}
