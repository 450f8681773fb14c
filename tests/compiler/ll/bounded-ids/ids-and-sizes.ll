; SPDX-License-Identifier: Apache-2.0
; Ids and sizes have 31 bits, so that comparisons with numbers of 32 bits need no more.
; RUN: kernel-opt %s --passes=bounded-ids,instcombine -S | FileCheck %s

; CHECK-LABEL: define i1 @id
; CHECK: ret i1 true
define i1 @id() {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %small = icmp ult i64 %id, 2147483648
  ret i1 %small
}

; CHECK-LABEL: define i1 @size
; CHECK: ret i1 true
define i1 @size() {
  %size = call i64 @_Z18quadcl_global_sizej(i32 1)
  %small = icmp ult i64 %size, 2147483648
  ret i1 %small
}

; CHECK-LABEL: define i1 @other
; CHECK: icmp ult
define i1 @other() {
  %value = call i64 @other_function(i32 1)
  %small = icmp ult i64 %value, 2147483648
  ret i1 %small
}

declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z18quadcl_global_sizej(i32)
declare i64 @other_function(i32)
