; SPDX-License-Identifier: Apache-2.0
; In straight code each barrier starts the next region. Values computed before it and used after it are live.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: 1 blocks, next 1, live{{$}}
; CHECK-NEXT: region 1: 1 blocks, next 2, live %a %b{{$}}
; CHECK-NEXT: region 2: 1 blocks, next end, live %b{{$}}
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %a = load i32, ptr addrspace(1) %p
  %b = mul i32 %a, 3
  %unused_later = add i32 %a, %b
  call void @_Z14quadcl_barrierv()
  store i32 %a, ptr addrspace(1) %p
  call void @_Z14quadcl_barrierv()
  store i32 %b, ptr addrspace(1) %p
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{!"int*"}
