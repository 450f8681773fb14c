; SPDX-License-Identifier: Apache-2.0
; Nothing is left of the front end's target: calling conventions, processor, features.
; RUN: kernel-opt %s --passes=neutral-target -S | FileCheck %s

; CHECK:     define void @k(ptr addrspace(1) %p) #[[OWN:[0-9]+]]
; CHECK:     call void @f()
; CHECK:     attributes #[[OWN]] = { "kept" }
; CHECK-NOT: sm_20
; CHECK-NOT: noinline
define ptx_kernel void @k(ptr addrspace(1) %p) #0 {
  call spir_func void @f() #2
  ret void
}
define spir_func void @f() #1 {
  ret void
}
attributes #0 = { noinline optnone "kept" "target-cpu"="sm_20" "target-features"="+ptx32" "uniform-work-group-size"="true" }
attributes #1 = { noinline "target-cpu"="sm_20" }
attributes #2 = { noinline }
