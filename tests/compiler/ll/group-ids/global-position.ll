; SPDX-License-Identifier: Apache-2.0
; What programs compute of group and local id is the global id again, without a division.
; RUN: kernel-opt %s --passes=group-ids,bounded-ids,early-cse,instcombine,dce -S | FileCheck %s

; CHECK-LABEL: define i64 @position
; CHECK-NOT: udiv
; CHECK: ret
define i64 @position() {
  %group = call i64 @_Z12get_group_idj(i32 0)
  %size = call i64 @_Z23get_enqueued_local_sizej(i32 0)
  %local = call i64 @_Z12get_local_idj(i32 0)
  %first = mul i64 %group, %size
  %id = add i64 %first, %local
  %id.32 = trunc i64 %id to i32
  %result = zext i32 %id.32 to i64
  ret i64 %result
}

; CHECK-LABEL: define i64 @group
; CHECK: udiv
define i64 @group() {
  %group = call i64 @_Z12get_group_idj(i32 1)
  ret i64 %group
}

declare i64 @_Z12get_group_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @_Z23get_enqueued_local_sizej(i32)
