; SPDX-License-Identifier: Apache-2.0
; Work-items that never reach the barrier return early, whatever they do before: here they store in a loop. A branch that
; all work-items of a group take alike stays, and so does one that leads to a barrier either way.
; RUN: kernel-opt %s --passes=early-returns -S | FileCheck %s

; CHECK-LABEL: define void @differs(
; CHECK:       %out = icmp
; CHECK-NEXT:  br label %body
; CHECK-NOT:   fill
; CHECK-LABEL: define void @alike(
; CHECK:       br i1 %out, label %note, label %body
; CHECK-LABEL: define void @both(
; CHECK:       br i1 %out, label %note, label %body
define void @differs(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %x, %n
  br i1 %out, label %fill, label %body
fill:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %x
  br i1 %more, label %fill, label %end
body:
  call void @_Z14quadcl_barrierv()
  store i32 7, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
define void @alike(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %out = icmp uge i64 %n, 8
  br i1 %out, label %note, label %body
note:
  store i32 1, ptr addrspace(1) %p
  ret void
body:
  call void @_Z14quadcl_barrierv()
  store i32 7, ptr addrspace(1) %p
  ret void
}
define void @both(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %x, %n
  br i1 %out, label %note, label %body
note:
  store i32 1, ptr addrspace(1) %p
  br label %body
body:
  call void @_Z14quadcl_barrierv()
  store i32 7, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"long"}
