; SPDX-License-Identifier: Apache-2.0
; A struct by value that stays is still passed by value in the new calls: without the attribute, the called function would look for
; it in another place.
; RUN: kernel-opt %s --passes=argument-promotion -S | FileCheck %s

%text = type { [300 x i8], i32 }

; CHECK: define internal i32 @function(ptr byval(%text) align 4 %a, i32 %{{.*}})
define internal void @function(ptr byval(%text) align 4 %a, ptr %sum) {
  %len = getelementptr i8, ptr %a, i64 300
  %n = load i32, ptr %len
  %place = getelementptr i8, ptr %a, i32 %n
  store i8 1, ptr %place
  %old = load i32, ptr %sum
  %new = add i32 %old, %n
  store i32 %new, ptr %sum
  ret void
}

; CHECK: call i32 @function(ptr byval(%text) align 4 %a, i32 %{{.*}})
define void @k(ptr addrspace(1) %o) !kernel_arg_type !0 {
  %a = alloca %text, align 4
  %sum = alloca i32
  store i32 1, ptr %sum
  call void @function(ptr byval(%text) align 4 %a, ptr %sum)
  %result = load i32, ptr %sum
  store i32 %result, ptr addrspace(1) %o
  ret void
}
!0 = !{!"int*"}
