; SPDX-License-Identifier: Apache-2.0
; A lowered printf is a call of the runner's function, member 9 of the group context, which is its first
; argument.
; RUN: kernel-opt %s --passes=group-functions -S | FileCheck %s

; CHECK:      getelementptr inbounds {{.*}}, ptr %1, i32 0, i32 10
; CHECK-NEXT: %[[PRINT:.*]] = load ptr, ptr
; CHECK-NEXT: call i32 %[[PRINT]](ptr %1, ptr %0, ptr null, i64 0)
define void @k(ptr %format) !kernel_arg_type !0 {
  %r = call i32 @quadcl_print(ptr %format, ptr null, i64 0)
  ret void
}
declare i32 @quadcl_print(ptr, ptr, i64)
!0 = !{!"char*"}
