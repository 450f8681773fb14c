; SPDX-License-Identifier: Apache-2.0
; A store behind a condition of lanes becomes one of the old value or the new one, where the work-item has just loaded the old one.
; RUN: kernel-opt %s --passes=if-convert-stores -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @least
; CHECK: [[OLD:%.*]] = load float, ptr addrspace(1) %place
; CHECK: [[LESS:%.*]] = fcmp olt float %new, [[OLD]]
; CHECK: [[STORED:%.*]] = select i1 [[LESS]], float %new, float [[OLD]]
; CHECK-NEXT: store float [[STORED]], ptr addrspace(1) %place
; CHECK-NEXT: ret void
define void @least(ptr addrspace(1) %a, float %new) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr float, ptr addrspace(1) %a, i64 %id
  %old = load float, ptr addrspace(1) %place, align 4
  %less = fcmp olt float %new, %old
  br i1 %less, label %then, label %end
then:
  store float %new, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; The other way, with an address that is computed again, and a value that the rest needs.
; CHECK-LABEL: define i32 @other_way
; CHECK: [[STORED:%.*]] = select i1 %keeps, i32 %old, i32 %more
; CHECK-NEXT: store i32 [[STORED]], ptr addrspace(1) %again
; CHECK-NEXT: [[RESULT:%.*]] = select i1 %keeps, i32 5, i32 %more
; CHECK-NEXT: ret i32 [[RESULT]]
define i32 @other_way(ptr addrspace(1) %a) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %old = load i32, ptr addrspace(1) %place, align 4
  %keeps = icmp ugt i32 %old, 9
  br i1 %keeps, label %end, label %then
then:
  %more = add i32 %old, 1
  %again = getelementptr i32, ptr addrspace(1) %a, i64 %id
  store i32 %more, ptr addrspace(1) %again, align 4
  br label %end
end:
  %result = phi i32 [ 5, %0 ], [ %more, %then ]
  ret i32 %result
}

; Work-items of several rows may set the flag of a column, and must not take it back.
; CHECK-LABEL: define void @flag_of_a_column
; CHECK: br i1
define void @flag_of_a_column(ptr addrspace(1) %flags, ptr addrspace(1) %in) {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %y, 256
  %number = add i64 %row, %x
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %number
  %value = load i32, ptr addrspace(1) %at, align 4
  %place = getelementptr i32, ptr addrspace(1) %flags, i64 %x
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %value, %old
  br i1 %is, label %then, label %end
then:
  store i32 -1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; Those of groups, too.
; CHECK-LABEL: define void @flag_of_a_local_id
; CHECK: br i1
define void @flag_of_a_local_id(ptr addrspace(1) %flags, i32 %limit) {
  %x = call i64 @_Z12get_local_idj(i32 0)
  %group = call i64 @_Z12get_group_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %flags, i64 %x
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %limit, %old
  br i1 %is, label %then, label %end
then:
  store i32 -1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; An element of each work-item in two dimensions.
; CHECK-LABEL: define void @element_of_a_plane
; CHECK: select i1
; CHECK-NOT: br i1
; CHECK: ret void
define void @element_of_a_plane(ptr addrspace(1) %a, i32 %limit, i64 %pitch) {
  %x = call i64 @_Z13get_global_idj(i32 0)
  %y = call i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %y, %pitch
  %number = add i64 %row, %x
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %number
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %limit, %old
  br i1 %is, label %then, label %end
then:
  store i32 -1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; All lanes go the same way, so the branch saves the store.
; CHECK-LABEL: define void @uniform
; CHECK: br i1
define void @uniform(ptr addrspace(1) %a, i32 %n) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %n, 9
  br i1 %is, label %then, label %end
then:
  store i32 %n, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; Another element: it may be that of another work-item.
; CHECK-LABEL: define void @other_element
; CHECK: br i1
define void @other_element(ptr addrspace(1) %a) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %old, 9
  br i1 %is, label %then, label %end
then:
  %next = getelementptr i32, ptr addrspace(1) %place, i64 1
  store i32 1, ptr addrspace(1) %next, align 4
  br label %end
end:
  ret void
}

; Behind the barrier, the element may be that of another work-item, and have another value.
; CHECK-LABEL: define void @behind_a_barrier
; CHECK: br i1
define void @behind_a_barrier(ptr addrspace(1) %a) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %old = load i32, ptr addrspace(1) %place, align 4
  call void @_Z7barrierj(i32 2)
  %is = icmp ugt i32 %old, 9
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; Nor is the loaded value the old one behind another store.
; CHECK-LABEL: define void @behind_a_store
; CHECK: br i1
define void @behind_a_store(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %old = load i32, ptr addrspace(1) %place, align 4
  store i32 3, ptr addrspace(1) %b, align 4
  %is = icmp ugt i32 %old, 9
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; Places without order take a transfer each: fewer, if only some work-items store.
; CHECK-LABEL: define void @scattered
; CHECK: br i1
define void @scattered(ptr addrspace(1) %a, ptr addrspace(1) %places) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %of = getelementptr i32, ptr addrspace(1) %places, i64 %id
  %index = load i32, ptr addrspace(1) %of, align 4
  %place = getelementptr i32, ptr addrspace(1) %a, i32 %index
  %old = load i32, ptr addrspace(1) %place, align 4
  %is = icmp ugt i32 %old, 9
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %place, align 4
  br label %end
end:
  ret void
}

; Each iteration would store, which takes longer than where few do.
; CHECK-LABEL: define void @in_a_loop
; CHECK: br i1 %less, label %then, label %next
define void @in_a_loop(ptr addrspace(1) %a, ptr addrspace(1) %b) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %a, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %of = getelementptr i32, ptr addrspace(1) %b, i64 %i
  %new = load i32, ptr addrspace(1) %of, align 4
  %old = load i32, ptr addrspace(1) %place, align 4
  %less = icmp ult i32 %new, %old
  br i1 %less, label %then, label %next
then:
  store i32 %new, ptr addrspace(1) %place, align 4
  br label %next
next:
  %more = add i64 %i, 1
  %goes_on = icmp ult i64 %more, 99
  br i1 %goes_on, label %loop, label %end
end:
  ret void
}

declare void @_Z7barrierj(i32)
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z12get_group_idj(i32)
