; SPDX-License-Identifier: Apache-2.0
; What pointers to private variables point to is passed as numbers; what the function changes is returned.
; RUN: kernel-opt %s --passes=argument-promotion -S | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:       %[[A0:.*]] = load i32, ptr %a,
; CHECK:       %[[A1:.*]] = load i32,
; CHECK:       %[[RESULTS:.*]] = call { i32, i32 } @add({{.*}}, i32 %[[A0]], i32 %[[A1]], i32 7)
; CHECK:       extractvalue { i32, i32 } %[[RESULTS]], 0
; CHECK-NEXT:  store i32
; CHECK:       extractvalue { i32, i32 } %[[RESULTS]], 1
; CHECK:       store i32
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %a = alloca [2 x i32]
  %b = alloca [2 x i32]
  call void @add(ptr %b, ptr %a, i32 7)
  %sum = load i32, ptr %b
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define internal { i32, i32 } @add(i32 %0, i32 %1, i32 %2, i32 %3, i32 %n)
; CHECK:       ret { i32, i32 }
define internal void @add(ptr %to, ptr %from, i32 %n) {
  %from.1 = getelementptr i32, ptr %from, i64 1
  %x = load i32, ptr %from
  %y = load i32, ptr %from.1
  %to.1 = getelementptr i32, ptr %to, i64 1
  %x.n = add i32 %x, %n
  %y.n = add i32 %y, %n
  store i32 %x.n, ptr %to
  store i32 %y.n, ptr %to.1
  ret void
}
!0 = !{!"int*"}
