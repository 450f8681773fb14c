; SPDX-License-Identifier: Apache-2.0
; A loop that ends by a count or by what it computes makes both tests at its end, if what leaves is the same. Where it
; is not, the tests stay apart, and so do those of loops that all work-items of a row leave together.
; RUN: kernel-opt %s --passes=join-exits -S | FileCheck %s

; CHECK-LABEL: define i32 @same
; CHECK: [[NONE:%[0-9a-z]+]] = icmp eq i32 0, %most
; CHECK: br i1 [[NONE]], label %end, label %start
; CHECK: body:
; CHECK-NEXT: phi i32 [ 0, %start ], [ %next, %body ]
; CHECK: %found = icmp eq i32 %square, %x
; CHECK: [[DONE:%[0-9a-z]+]] = icmp eq i32 %next, %most
; CHECK: [[ENDS:%[0-9a-z]+]] = select i1 %found, i1 true, i1 [[DONE]]
; CHECK: br i1 [[ENDS]], label %end, label %body
define i32 @same(i32 %most) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  br label %header
header:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %done = icmp eq i32 %n, %most
  br i1 %done, label %end, label %body
body:
  %next = add i32 %n, 1
  %square = mul i32 %next, %next
  %found = icmp eq i32 %square, %x
  br i1 %found, label %end, label %header
end:
  %count = phi i32 [ %most, %header ], [ %next, %body ]
  ret i32 %count
}

; CHECK-LABEL: define i32 @others
; CHECK: br i1 %done, label %end, label %body
; CHECK: br i1 %found, label %end, label %header
define i32 @others(i32 %most) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  br label %header
header:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %done = icmp eq i32 %n, %most
  br i1 %done, label %end, label %body
body:
  %next = add i32 %n, 1
  %square = mul i32 %next, %next
  %found = icmp eq i32 %square, %x
  br i1 %found, label %end, label %header
end:
  %count = phi i32 [ -1, %header ], [ %next, %body ]
  ret i32 %count
}

; CHECK-LABEL: define i32 @together
; CHECK: br i1 %done, label %end, label %body
; CHECK: br i1 %found, label %end, label %header
define i32 @together(i32 %most, i32 %x) {
entry:
  br label %header
header:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %done = icmp eq i32 %n, %most
  br i1 %done, label %end, label %body
body:
  %next = add i32 %n, 1
  %square = mul i32 %next, %next
  %found = icmp eq i32 %square, %x
  br i1 %found, label %end, label %header
end:
  %count = phi i32 [ %most, %header ], [ %next, %body ]
  ret i32 %count
}


; The test at the start computes what the body needs, and the other one is at the bound. Both go to the end, and the
; first one before the loop is known.
; CHECK-LABEL: define i32 @rotated
; CHECK: entry:
; CHECK: br label %start
; CHECK: body:
; CHECK-DAG: [[N:%[0-9a-z]+]] = phi i32 [ 0, %start ], [ %next, %body ]
; CHECK-DAG: [[SQUARE:%[0-9a-z]+]] = phi i32 [ 0, %start ], [ [[NEXT_SQUARE:%[0-9a-z]+]], %body ]
; CHECK: %more = add i32 [[SQUARE]], %x
; CHECK: %done = icmp eq i32 %next, %most
; CHECK: [[NEXT_SQUARE]] = mul i32 %more, %more
; CHECK: [[LARGE:%[0-9a-z]+]] = icmp ugt i32 [[NEXT_SQUARE]], 99
; CHECK: [[ENDS:%[0-9a-z]+]] = select i1 %done, i1 true, i1 [[LARGE]]
; CHECK: br i1 [[ENDS]], label %end, label %body
; CHECK: ret i32 %next
define i32 @rotated(i32 %most) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  br label %header
header:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %z = phi i32 [ 0, %entry ], [ %more, %body ]
  %square = mul i32 %z, %z
  %large = icmp ugt i32 %square, 99
  br i1 %large, label %end, label %body
body:
  %more = add i32 %square, %x
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, %most
  br i1 %done, label %end, label %header
end:
  %count = phi i32 [ %n, %header ], [ %most, %body ]
  ret i32 %count
}
declare i64 @_Z13get_global_idj(i32)
