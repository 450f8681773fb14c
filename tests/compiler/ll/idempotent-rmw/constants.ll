; SPDX-License-Identifier: Apache-2.0
; Operations that never change memory become exchanges of 0 with 0; others stay.
; RUN: kernel-opt %s --passes=idempotent-rmw -S | FileCheck %s

; CHECK-LABEL: define i32 @reads
; CHECK-NEXT: %[[X:.*]] = cmpxchg ptr %p, i32 0, i32 0 monotonic monotonic, align 4
; CHECK-NEXT: %[[A:.*]] = extractvalue { i32, i1 } %[[X]], 0
; CHECK-NEXT: cmpxchg volatile ptr %p, i32 0, i32 0 acq_rel acquire, align 4
; CHECK-NEXT: extractvalue
; CHECK-NEXT: cmpxchg ptr %p, i32 0, i32 0 seq_cst seq_cst, align 4
; CHECK-NEXT: extractvalue
; CHECK-NEXT: ret i32 %[[A]]
define i32 @reads(ptr %p) {
  %a = atomicrmw add ptr %p, i32 0 monotonic
  %b = atomicrmw volatile and ptr %p, i32 -1 acq_rel
  %c = atomicrmw xor ptr %p, i32 0 seq_cst
  ret i32 %a
}

; CHECK-LABEL: define void @changes
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NEXT: atomicrmw or ptr %p, i32 %x monotonic
; CHECK-NEXT: atomicrmw and ptr %p, i32 0 monotonic
; CHECK-NEXT: atomicrmw xchg ptr %p, i32 0 monotonic
; CHECK-NEXT: atomicrmw umin ptr %p, i32 0 monotonic
define void @changes(ptr %p, i32 %x) {
  %a = atomicrmw add ptr %p, i32 1 monotonic
  %b = atomicrmw or ptr %p, i32 %x monotonic
  %c = atomicrmw and ptr %p, i32 0 monotonic
  %d = atomicrmw xchg ptr %p, i32 0 monotonic
  %e = atomicrmw umin ptr %p, i32 0 monotonic
  ret void
}
