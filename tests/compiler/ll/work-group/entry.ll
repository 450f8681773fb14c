; SPDX-License-Identifier: Apache-2.0
; The entry takes (arguments, group context). Each argument is read through its pointer, without any
; alignment. Every work-item gets its own copy of a struct.
; RUN: kernel-opt %s --passes=work-group -S | FileCheck %s

; CHECK-LABEL: define internal i32 @k.region0(i32 %0, ptr dereferenceable(16) %1, ptr noalias
; CHECK:       items.x:
; CHECK:       call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY:.*]], ptr align 1 %1, i64 16
; CHECK:       store i32 %0, ptr %[[COPY]]
; CHECK-LABEL: define void @k.group(ptr %0, ptr "group-context" %1)
; CHECK:       %[[FIRST:.*]] = load ptr, ptr
; CHECK-NEXT:  %[[VALUE:.*]] = load i32, ptr %[[FIRST]], align 1
; CHECK:       %[[STRUCT:.*]] = load ptr, ptr
; CHECK:       call i32 @k.region0(i32 %[[VALUE]], ptr %[[STRUCT]], ptr %1)
define void @k(i32 %i, ptr byval({ i32, [3 x i32] }) align 8 %s) !kernel_arg_type !0 {
  store i32 %i, ptr %s
  ret void
}
!0 = !{!"int", !"S"}
