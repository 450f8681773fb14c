; SPDX-License-Identifier: Apache-2.0
; The start is a sum of 32 bits, extended as a signed number. Iterations are common only if the sum wraps around
; for no work-item of the group: then the last start is as far from the first as the last local id.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK:       %[[FIRST:.*]] = ashr i64 %{{.*}}, 32
; CHECK:       %[[END:.*]] = sub i64 %{{.*}}, 1
; CHECK:       %[[SUM:.*]] = add i64 %base, %[[END]]
; CHECK:       %[[HIGH:.*]] = shl i64 %[[SUM]], 32
; CHECK:       %[[LAST:.*]] = ashr i64 %[[HIGH]], 32
; CHECK:       %[[EXPECTED:.*]] = add i64 %[[FIRST]], %[[END]]
; CHECK:       %[[IN_ORDER:.*]] = icmp eq i64 %[[LAST]], %[[EXPECTED]]
; CHECK-LABEL: loop.common:
; CHECK:       and i1 %{{.*}}, %[[IN_ORDER]]
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %base, i64 %n, i64 %step) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %sum = add i64 %base, %x
  %high = shl i64 %sum, 32
  %start = ashr exact i64 %high, 32
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %at = getelementptr float, ptr addrspace(1) %b, i64 %i
  %value = load float, ptr addrspace(1) %at
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  store float %value, ptr addrspace(1) %to
  %next = add i64 %i, %step
  br label %loop
end:
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
