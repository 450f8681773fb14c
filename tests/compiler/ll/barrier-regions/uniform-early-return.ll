; SPDX-License-Identifier: Apache-2.0
; An early return of all work-items together loses none. Neither does a varying branch if the barrier is no
; longer reachable from it.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK: region 0: {{.*}}, next 1 end, live
; CHECK-NOT: divergent
define void @k(ptr addrspace(1) %p, i64 %n) !kernel_arg_type !0 {
entry:
  %id = call i64 @_Z12get_local_idj(i32 0)
  %out = icmp uge i64 7, %n
  br i1 %out, label %leave, label %body
leave:
  %apart = icmp ult i64 %id, 3
  br i1 %apart, label %a, label %end
a:
  store i32 2, ptr addrspace(1) %p
  br label %end
body:
  call void @_Z14quadcl_barrierv()
  store i32 1, ptr addrspace(1) %p
  ret void
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*", !"long"}
