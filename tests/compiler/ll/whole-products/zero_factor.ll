; SPDX-License-Identifier: Apache-2.0
; A product that is needed before a loop and behind it is computed behind it, too, where a phi has 0 for the way around the loop.
; RUN: kernel-opt %s --passes=whole-products -S | FileCheck %s

; The way around the loop is taken where `size` is 0. So the phi is the product of the whole, whatever the way.
; CHECK-LABEL: define i32 @around_the_loop
; CHECK: join:
; CHECK-NEXT: [[ROW:%.*]] = trunc i64 %id to i32
; CHECK-NEXT: [[WHOLE:%.*]] = mul i32 [[ROW]], %size
; CHECK-NEXT: ret i32 [[WHOLE]]
define i32 @around_the_loop(i32 noundef %size) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 1)
  %none = icmp eq i32 %size, 0
  br i1 %none, label %skip, label %before
skip:
  br label %join
before:
  %row = trunc nuw nsw i64 %id to i32
  %product = mul i32 %row, %size
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %next = add i32 %i, 1
  call void @use(i32 %product)
  %more = icmp ult i32 %next, %size
  br i1 %more, label %loop, label %join
join:
  %whole = phi i32 [ 0, %skip ], [ %product, %loop ]
  ret i32 %whole
}

; Here, the branch tells nothing of a factor.
; CHECK-LABEL: define i32 @other_condition
; CHECK: phi i32 [ 0, %skip ], [ %product, %before ]
define i32 @other_condition(i32 noundef %size, i32 noundef %other) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 1)
  %none = icmp eq i32 %other, 0
  br i1 %none, label %skip, label %before
skip:
  br label %join
before:
  %row = trunc i64 %id to i32
  %product = mul i32 %row, %size
  br label %join
join:
  %whole = phi i32 [ 0, %skip ], [ %product, %before ]
  ret i32 %whole
}

; Here, it is not 0.
; CHECK-LABEL: define i32 @not_zero
; CHECK: phi i32 [ 7, %skip ], [ %product, %before ]
define i32 @not_zero(i32 noundef %size) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 1)
  %none = icmp eq i32 %size, 0
  br i1 %none, label %skip, label %before
skip:
  br label %join
before:
  %row = trunc i64 %id to i32
  %product = mul i32 %row, %size
  br label %join
join:
  %whole = phi i32 [ 7, %skip ], [ %product, %before ]
  ret i32 %whole
}

; 0 times a value that may be none is not 0.
; CHECK-LABEL: define i32 @may_be_undefined
; CHECK: phi i32 [ 0, %skip ], [ %product, %before ]
define i32 @may_be_undefined(i32 noundef %size, i32 %row) {
entry:
  %none = icmp eq i32 %size, 0
  br i1 %none, label %skip, label %before
skip:
  br label %join
before:
  %product = mul i32 %row, %size
  br label %join
join:
  %whole = phi i32 [ 0, %skip ], [ %product, %before ]
  ret i32 %whole
}

; The factor of the last iteration is not that of this one.
; CHECK-LABEL: define void @of_the_last_iteration
; CHECK: phi i32 [ 0, %skip ], [ %product, %loop ]
define void @of_the_last_iteration(i32 noundef %size) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 1)
  %row = trunc i64 %id to i32
  %none = icmp eq i32 %size, 0
  br i1 %none, label %skip, label %end
skip:
  br label %loop
loop:
  %last = phi i32 [ 0, %skip ], [ %product, %loop ]
  %i = phi i32 [ 0, %skip ], [ %next, %loop ]
  call void @use(i32 %last)
  %next = add i32 %i, 1
  %product = mul i32 %i, %row
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare void @use(i32)
declare i64 @_Z13get_global_idj(i32)
