; SPDX-License-Identifier: Apache-2.0
; A bit that is used behind a barrier is a byte there. In its own block it remains a bit; so do bits that no barrier
; separates from their uses.
; RUN: kernel-opt %s --passes=byte-flags -S | FileCheck %s

; CHECK:      %bit = icmp slt i64 %id, 5
; CHECK-NEXT: %[[BYTE:.*]] = zext i1 %bit to i8
; CHECK-NEXT: %near = icmp eq i64 %id, 7
; CHECK-NEXT: %both = and i1 %bit, %near
; CHECK:      br i1 %near
; CHECK:      after:
; CHECK-NEXT: %[[BACK:.*]] = trunc i8 %[[BYTE]] to i1
; CHECK-NEXT: %number = zext i1 %[[BACK]] to i32
define void @k(ptr addrspace(1) %b) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %bit = icmp slt i64 %id, 5
  %near = icmp eq i64 %id, 7
  %both = and i1 %bit, %near
  %first = zext i1 %both to i32
  store i32 %first, ptr addrspace(1) %b
  br i1 %near, label %some, label %wait
some:
  store i32 9, ptr addrspace(1) %b
  br label %wait
wait:
  call void @_Z14quadcl_barrierv()
  br label %after
after:
  %number = zext i1 %bit to i32
  store i32 %number, ptr addrspace(1) %b
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*"}
