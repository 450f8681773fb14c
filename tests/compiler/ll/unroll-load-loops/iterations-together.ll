; SPDX-License-Identifier: Apache-2.0
; Eight iterations of a loop with one load run together while the counter leaves room for them.
; RUN: kernel-opt %s --passes=unroll-load-loops -S | FileCheck %s

declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z18quadcl_global_sizej(i32)

; CHECK-LABEL: define void @k
; CHECK: [[SIZE:%[0-9a-z]+]] = trunc i64 %size to i32
; CHECK: [[STEPS:%[0-9]+]] = mul i32 [[SIZE]], 7
; CHECK: [[ROOM:%[0-9]+]] = icmp uge i32 %count, [[STEPS]]
; CHECK: [[LESS:%[0-9]+]] = sub i32 %count, [[STEPS]]
; CHECK: [[LIMIT:%[0-9]+]] = select i1 {{%[0-9]+}}, i32 [[LESS]], i32 0
; CHECK: together:
; CHECK-COUNT-8: load float
; CHECK: icmp ult i32 {{%[0-9a-z]+}}, [[LIMIT]]
; CHECK: loop:
; CHECK: load float
; CHECK: end:
; CHECK-NEXT: phi float
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %count) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %start = trunc i64 %id to i32
  br label %loop

loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = zext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  %number = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %number
  %size = call i64 @_Z18quadcl_global_sizej(i32 0)
  %step = trunc i64 %size to i32
  %next = add i32 %i, %step
  %goes_on = icmp ult i32 %next, %count
  br i1 %goes_on, label %loop, label %end

end:
  store float %more, ptr addrspace(1) %out
  ret void
}

; The order of loads and stores would matter.
; CHECK-LABEL: define void @stores
; CHECK-NOT: together
define void @stores(ptr addrspace(1) %a, i32 %count) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %start = trunc i64 %id to i32
  br label %loop

loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %index = zext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  %number = load float, ptr addrspace(1) %place
  %more = fadd float %number, 1.0
  store float %more, ptr addrspace(1) %place
  %next = add i32 %i, 64
  %goes_on = icmp ult i32 %next, %count
  br i1 %goes_on, label %loop, label %end

end:
  ret void
}

; Work-items have very different numbers of iterations.
; CHECK-LABEL: define void @uneven
; CHECK-NOT: together
define void @uneven(ptr addrspace(1) %a, ptr addrspace(1) %out) {
entry:
  %id = call i64 @_Z13get_global_idj(i32 0)
  %count = trunc i64 %id to i32
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %index = zext i32 %i to i64
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  %number = load float, ptr addrspace(1) %place
  %more = fadd float %sum, %number
  %next = add i32 %i, 1
  %goes_on = icmp ult i32 %next, %count
  br i1 %goes_on, label %loop, label %end

end:
  store float %more, ptr addrspace(1) %out
  ret void
}
