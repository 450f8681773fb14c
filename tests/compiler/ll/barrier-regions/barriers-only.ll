; SPDX-License-Identifier: Apache-2.0
; Between barriers at the very start, at the very end and side by side there are regions without code of the
; source.
; RUN: kernel-opt %s --passes='isolate-barriers,show<barrier-regions>' | FileCheck %s

; CHECK:      region 0: 1 blocks, next 1, live{{$}}
; CHECK-NEXT: region 1: 1 blocks, next 2, live{{$}}
; CHECK-NEXT: region 2: 1 blocks, next end, live{{$}}
; CHECK-NOT:  region
define void @k() !kernel_arg_type !0 {
  call void @_Z14quadcl_barrierv()
  call void @_Z14quadcl_barrierv()
  ret void
}
declare void @_Z14quadcl_barrierv()
!0 = !{}
