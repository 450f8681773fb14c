; SPDX-License-Identifier: Apache-2.0
; A function that accesses no memory and is declared noinline is not inlined at first. Its equal calls are merged, also
; in different blocks; then it is inlined. Other functions that are declared noinline are inlined at once.
; RUN: kernel-opt %s --passes='neutral-target,inline-choice,always-inline' -S | FileCheck %s --check-prefix=FIRST
; RUN: kernel-opt %s --passes='neutral-target,inline-choice,always-inline,early-cse,late-inlining,always-inline' -S | FileCheck %s --check-prefix=THEN

; FIRST-LABEL:   define void @k
; FIRST-COUNT-2: call i32 @branches
; FIRST-NOT:     call i32 @reads
; FIRST:         ret void
; THEN-LABEL:    define void @k
; THEN:          icmp sgt i32 %x, 7
; THEN-NOT:      icmp sgt i32 %x, 7
; THEN-NOT:      call i32 @branches
; THEN:          ret void
define void @k(ptr %p, i32 %x, i1 %c) convergent !kernel_arg_type !0 {
  %first = call i32 @branches(i32 %x) convergent
  store i32 %first, ptr %p
  br i1 %c, label %again, label %done
again:
  %second = call i32 @branches(i32 %x) convergent
  %read = call i32 @reads(ptr %p)
  %sum = add i32 %second, %read
  store i32 %sum, ptr %p
  br label %done
done:
  ret void
}
define internal i32 @branches(i32 %x) convergent noinline nounwind willreturn memory(none) {
  %large = icmp sgt i32 %x, 7
  br i1 %large, label %yes, label %no
yes:
  %square = mul i32 %x, %x
  ret i32 %square
no:
  ret i32 %x
}
define internal i32 @reads(ptr %p) noinline {
  %value = load i32, ptr %p
  ret i32 %value
}
!0 = !{!"int*", !"int", !"bool"}
