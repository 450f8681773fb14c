; SPDX-License-Identifier: Apache-2.0
; If work-items may end the kernel while others go on, each has a byte for it, and the number of the next region
; is in memory.
; RUN: kernel-opt %s --passes='isolate-barriers,show<item-slots>' | FileCheck %s

; CHECK: next region: 4 bytes at 0 for all
; CHECK: left: 1 byte at 4
; CHECK: item memory 5,
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 %id, %n
  br i1 %out, label %end, label %body
body:
  call void @_Z14quadcl_barrierv()
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"long"}
