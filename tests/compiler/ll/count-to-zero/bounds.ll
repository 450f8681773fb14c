; SPDX-License-Identifier: Apache-2.0
; A counter that is only compared with a bound counts up to 0, and has the bound added behind the loop. One that is used
; for more, or may begin beyond the bound, stays, and so does one of a loop that all work-items of a row leave together.
; RUN: kernel-opt %s --passes=count-to-zero -S | FileCheck %s

; CHECK-LABEL: define i32 @counts
; CHECK: entry:
; CHECK: [[START:%[0-9a-z]+]] = sub i32 0, %most
; CHECK: loop:
; CHECK: [[LEFT:%[0-9a-z.]+]] = phi i32 [ [[START]], %entry ], [ [[NEXT:%[0-9a-z.]+]], %loop ]
; CHECK: [[NEXT]] = add i32 [[LEFT]], 1
; CHECK: [[DONE:%[0-9a-z]+]] = icmp eq i32 [[NEXT]], 0
; CHECK: select i1 [[DONE]], i1 true, i1 %found
; CHECK: end:
; CHECK-NEXT: [[AT_END:%[0-9a-z]+]] = phi i32 [ [[NEXT]], %loop ]
; CHECK-NEXT: [[COUNT:%[0-9a-z]+]] = add i32 [[AT_END]], %most
; CHECK-NEXT: ret i32 [[COUNT]]
define i32 @counts(i32 %wanted) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %most = trunc i64 %id to i32
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ 1, %entry ], [ %triple, %loop ]
  %triple = mul i32 %x, 3
  %found = icmp eq i32 %triple, %wanted
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, %most
  %ends = select i1 %done, i1 true, i1 %found
  br i1 %ends, label %end, label %loop
end:
  %count = phi i32 [ %next, %loop ]
  ret i32 %count
}

; The loop is entered where there is something to count.
; CHECK-LABEL: define i32 @guarded
; CHECK: icmp ne i32 {{%[0-9a-z.]+}}, 0
define i32 @guarded() {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %most = trunc i64 %id to i32
  %some = icmp sgt i32 %most, 0
  br i1 %some, label %before, label %none
before:
  br label %loop
loop:
  %n = phi i32 [ 0, %before ], [ %next, %loop ]
  %x = phi i32 [ 1, %before ], [ %triple, %loop ]
  %triple = mul i32 %x, 3
  %next = add i32 %n, 1
  %more = icmp slt i32 %next, %most
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %triple, %loop ]
  ret i32 %last
none:
  ret i32 0
}

; CHECK-LABEL: define i32 @perhaps_beyond
; CHECK: icmp slt i32 %next, %most
define i32 @perhaps_beyond(i32 %first) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %most = trunc i64 %id to i32
  br label %loop
loop:
  %n = phi i32 [ %first, %entry ], [ %next, %loop ]
  %x = phi i32 [ 1, %entry ], [ %triple, %loop ]
  %triple = mul i32 %x, 3
  %next = add i32 %n, 1
  %more = icmp slt i32 %next, %most
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %triple, %loop ]
  ret i32 %last
}

; It goes on beyond the bound.
; CHECK-LABEL: define i32 @may_go_on
; CHECK: icmp slt i32 %next, %most
define i32 @may_go_on(i32 %wanted) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %most = trunc i64 %id to i32
  %some = icmp sgt i32 %most, 0
  br i1 %some, label %before, label %none
before:
  br label %loop
loop:
  %n = phi i32 [ 0, %before ], [ %next, %loop ]
  %x = phi i32 [ 1, %before ], [ %triple, %loop ]
  %triple = mul i32 %x, 3
  %searches = icmp ne i32 %triple, %wanted
  %next = add i32 %n, 1
  %less = icmp slt i32 %next, %most
  %more = or i1 %less, %searches
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %triple, %loop ]
  ret i32 %last
none:
  ret i32 0
}

; CHECK-LABEL: define i32 @uses_count
; CHECK: icmp eq i32 %next, %most
define i32 @uses_count() {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %most = trunc i64 %id to i32
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %n
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, %most
  br i1 %done, label %end, label %loop
end:
  %last = phi i32 [ %more, %loop ]
  ret i32 %last
}

; Work-items that go on together count to the bound: a comparison with a uniform is as fast.
; CHECK-LABEL: define i32 @together
; CHECK: icmp eq i32 %next, %most
define i32 @together(i32 %most) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ 1, %entry ], [ %triple, %loop ]
  %triple = mul i32 %x, 3
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, %most
  br i1 %done, label %end, label %loop
end:
  %last = phi i32 [ %triple, %loop ]
  ret i32 %last
}

declare i64 @_Z13get_global_idj(i32)
