; SPDX-License-Identifier: Apache-2.0
; A critical edge is split where the lanes of a row go together, and stays where they part.
; RUN: kernel-opt %s --passes=split-uniform-edges -S | FileCheck %s

; CHECK-LABEL: define i32 @uniform
; CHECK: br i1 %c, label %then, label %entry.join_crit_edge
; CHECK: phi i32 [ 1, %then ], [ 2, %entry.join_crit_edge ]
define i32 @uniform(i32 %n) {
entry:
  %c = icmp sgt i32 %n, 7
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %v = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %v
}

; CHECK-LABEL: define i32 @along_the_row
; CHECK: br i1 %c, label %then, label %join
define i32 @along_the_row() {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %c = icmp ugt i64 %id, 7
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %v = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %v
}

; CHECK-LABEL: define i32 @across_the_rows
; CHECK: br i1 %c, label %then, label %entry.join_crit_edge
define i32 @across_the_rows() {
entry:
  %id = call i64 @_Z13get_global_idj(i32 1)
  %c = icmp ugt i64 %id, 7
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %v = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %v
}

declare i64 @_Z13get_global_idj(i32)
