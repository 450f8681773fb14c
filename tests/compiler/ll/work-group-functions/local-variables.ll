; SPDX-License-Identifier: Apache-2.0
; Local variables get aligned places in the group's local memory, in each kernel only those that it uses.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK:       ; k.group: local 48, item 0, private 0 bytes
; CHECK-NEXT:  ; other.group: local 32, item 0, private 0 bytes
; CHECK-LABEL: define internal i32 @k.region0(
; CHECK:       %[[MEMORY:.*]] = load ptr addrspace(3), ptr
; CHECK:       getelementptr inbounds i8, ptr addrspace(3) %[[MEMORY]], i64 16
; CHECK:       getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK-LABEL: define internal i32 @other.region0(
; CHECK:       getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK-NOT:   getelementptr inbounds i8, ptr addrspace(3)
@byte = internal addrspace(3) global i8 undef
@vectors = internal addrspace(3) global [2 x <4 x float>] undef, align 16
define void @k(i64 %i) !kernel_arg_type !0 {
  store i8 1, ptr addrspace(3) @byte
  %at = getelementptr <4 x float>, ptr addrspace(3) @vectors, i64 %i
  store float 1.0, ptr addrspace(3) %at
  ret void
}
define void @other() !kernel_arg_type !1 {
  store float 1.0, ptr addrspace(3) @vectors
  ret void
}
!0 = !{!"long"}
!1 = !{}
