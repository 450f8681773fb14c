; SPDX-License-Identifier: Apache-2.0
; "if (id >= n) return;" before a barrier loses work-items: some end, the others go on.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK: region 0: {{.*}}, next 1 end (divergent), live
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
