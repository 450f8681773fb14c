; SPDX-License-Identifier: Apache-2.0
; A call of printf becomes one of a function that work-group-functions defines.
; RUN: kernel-opt %s --passes=lower-printf -S | FileCheck %s

; CHECK:     %[[FORMAT:.*]] = addrspacecast ptr addrspace(4) %format to ptr
; CHECK:     call i32 (ptr, ...) @quadcl_print(ptr %[[FORMAT]], i32 %i, <2 x float> %v, ptr addrspace(4) %s)
; CHECK-NOT: call {{.*}}@printf
define i32 @f(ptr addrspace(4) %format, i32 %i, <2 x float> %v, ptr addrspace(4) %s) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %format, i32 %i, <2 x float> %v, ptr addrspace(4) %s)
  ret i32 %r
}
declare i32 @printf(ptr addrspace(4), ...)
