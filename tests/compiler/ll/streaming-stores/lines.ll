; SPDX-License-Identifier: Apache-2.0
; A vector that fills a cache line goes past the caches where the runner says so (member 7 of the group context)
; and the line is aligned.
; RUN: kernel-opt %s --passes=streaming-stores -S | FileCheck %s

; CHECK-LABEL: define void @line
; CHECK:      %[[PLACE:.*]] = getelementptr {{.*}}%context, i32 0, i32 7
; CHECK:      %[[WORD:.*]] = load i64, ptr %[[PLACE]]
; CHECK:      %[[STREAMS:.*]] = icmp ne i64 %[[WORD]], 0
; CHECK:      %[[LOW_BITS:.*]] = trunc i64 %{{.*}} to i6
; CHECK:      %[[ALIGNED:.*]] = icmp eq i6 %[[LOW_BITS]], 0
; CHECK:      %[[TEST:.*]] = and i1 %[[STREAMS]], %[[ALIGNED]]
; CHECK:      br i1 %[[TEST]]
; CHECK:      store <16 x float> %v, ptr addrspace(1) %p, align 64, !nontemporal
; CHECK:      store <16 x float> %v, ptr addrspace(1) %p, align 4{{$}}
define void @line(ptr %arguments, ptr "group-context" %context, <16 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  ret void
}

; Two halves of a line: the second one's line begins 32 bytes before.
; CHECK-LABEL: define void @halves
; CHECK:      %[[START:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK:      !nontemporal
; CHECK:      trunc i64 %[[START]] to i6
; CHECK:      store <8 x float> %v, ptr addrspace(1) %q, align 32, !nontemporal
define void @halves(ptr %arguments, ptr "group-context" %context, <8 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  %q = getelementptr i8, ptr addrspace(1) %p, i64 32
  store <8 x float> %v, ptr addrspace(1) %p, align 4
  store <8 x float> %v, ptr addrspace(1) %q, align 4
  ret void
}

; Half a line alone stays, and so does one with a gap behind it.
; CHECK-LABEL: define void @half
; CHECK-NOT:  !nontemporal
; CHECK-LABEL: define void @dense
define void @half(ptr %arguments, ptr "group-context" %context, <8 x float> %v) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  %q = getelementptr i8, ptr addrspace(1) %p, i64 64
  store <8 x float> %v, ptr addrspace(1) %p, align 4
  store <8 x float> %v, ptr addrspace(1) %q, align 4
  ret void
}

; A loop that fills lines by halves. All iterations have the same alignment, so the loop gets two forms.
; CHECK:      entry:
; CHECK:      icmp eq i5 %{{.*}}, 0
; CHECK:      br i1
; CHECK:      loop.us:
; CHECK:      !nontemporal
; CHECK-NOT:  store
; CHECK:      br i1 %more.us
; CHECK:      loop:
; CHECK-NOT:  !nontemporal
; CHECK:      ret void
define void @dense(ptr %arguments, ptr "group-context" %context, <8 x float> %v, i64 %n) {
entry:
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store <8 x float> %v, ptr addrspace(1) %q, align 4
  %next = add i64 %i, 8
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
