; SPDX-License-Identifier: Apache-2.0
; The address space of a generic pointer is known if the code shows it (0 private, 1 global, 2 local, of
; core/kernel_abi.h). Otherwise the runner is called, through member 11 of the group context.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:     store volatile i32 0, ptr addrspace(1) %0
; CHECK:     store volatile i32 1, ptr addrspace(1) %0
; CHECK:     store volatile i32 2, ptr addrspace(1) %0
; CHECK:     getelementptr inbounds {{.*}}, ptr %3, i32 0, i32 11
; CHECK-NEXT: %[[ASK:.*]] = load ptr, ptr
; CHECK-NEXT: %[[ANSWER:.*]] = call i32 %[[ASK]](ptr %3, ptr %2)
; CHECK:     store volatile i32 %[[ANSWER]], ptr addrspace(1) %0
define void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr %any) !kernel_arg_type !0 {
  %v = alloca [2 x i32]
  %element = getelementptr i32, ptr %v, i64 1
  %a = call i32 @_Z20quadcl_address_spacePKv(ptr %element)
  store volatile i32 %a, ptr addrspace(1) %p
  %g = addrspacecast ptr addrspace(1) %p to ptr
  %b = call i32 @_Z20quadcl_address_spacePKv(ptr %g)
  store volatile i32 %b, ptr addrspace(1) %p
  %s = addrspacecast ptr addrspace(3) %l to ptr
  %c = call i32 @_Z20quadcl_address_spacePKv(ptr %s)
  store volatile i32 %c, ptr addrspace(1) %p
  %d = call i32 @_Z20quadcl_address_spacePKv(ptr %any)
  store volatile i32 %d, ptr addrspace(1) %p
  ret void
}
declare i32 @_Z20quadcl_address_spacePKv(ptr)
!0 = !{!"int*", !"int*", !"int*"}
