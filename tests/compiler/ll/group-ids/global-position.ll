; SPDX-License-Identifier: Apache-2.0
; What programs compute of group and local id is the global id again, without a division.
; RUN: kernel-opt %s --passes=group-ids,bounded-ids,instcombine,early-cse,instcombine,reassociate,instcombine,dce -S | FileCheck %s

; CHECK-LABEL: define i32 @position
; CHECK-NOT: {{udiv|urem}}
; CHECK: ret
define i32 @position() {
  %group.64 = call i64 @_Z12get_group_idj(i32 0)
  %size.64 = call i64 @_Z23get_enqueued_local_sizej(i32 0)
  %local.64 = call i64 @_Z12get_local_idj(i32 0)
  %group = trunc i64 %group.64 to i32
  %size = trunc i64 %size.64 to i32
  %local = trunc i64 %local.64 to i32
  %first = mul i32 %group, %size
  %id = add i32 %first, %local
  ret i32 %id
}

; CHECK-LABEL: define i64 @group
; CHECK: udiv
define i64 @group() {
  %group = call i64 @_Z12get_group_idj(i32 1)
  ret i64 %group
}

declare i64 @_Z12get_group_idj(i32) memory(none)
declare i64 @_Z12get_local_idj(i32) memory(none)
declare i64 @_Z23get_enqueued_local_sizej(i32) memory(none)
