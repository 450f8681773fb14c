; SPDX-License-Identifier: Apache-2.0
; An address that grows evenly in a loop is added to; its neighbours differ by constants.
; RUN: kernel-opt %s --passes=step-addresses,dce -S | FileCheck %s

; CHECK-LABEL: define void @k
; CHECK: [[FACTOR:%[0-9]+]] = trunc i64 %width to i32
; CHECK: [[STEP:%[0-9]+]] = mul i32 [[FACTOR]], 8
; CHECK: loop:
; CHECK: [[PLACE:%[0-9]+]] = phi ptr addrspace(1) [ {{%[0-9]+}}, %entry ], [ [[NEXT:%[0-9]+]], %loop ]
; CHECK: load float, ptr addrspace(1) [[PLACE]]
; CHECK: [[BEHIND:%[0-9]+]] = getelementptr i8, ptr addrspace(1) [[PLACE]], i32 4
; CHECK: load float, ptr addrspace(1) [[BEHIND]]
; CHECK: [[NEXT]] = getelementptr i8, ptr addrspace(1) [[PLACE]], i32 [[STEP]]
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %out, i64 %width, i64 %x, i64 %rows) {
entry:
  br label %loop

loop:
  %row = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %both, %loop ]
  %start = mul i64 %row, %width
  %here = add i64 %start, %x
  %place = getelementptr { float, float }, ptr addrspace(1) %a, i64 %here, i32 0
  %one = load float, ptr addrspace(1) %place
  %behind = getelementptr { float, float }, ptr addrspace(1) %a, i64 %here, i32 1
  %other = load float, ptr addrspace(1) %behind
  %half = fadd float %sum, %one
  %both = fadd float %half, %other
  %next = add i64 %row, 1
  %goes_on = icmp ult i64 %next, %rows
  br i1 %goes_on, label %loop, label %end

end:
  store float %both, ptr addrspace(1) %out
  ret void
}

; An index that is loaded does not grow evenly.
; CHECK-LABEL: define void @other
; CHECK: getelementptr float, ptr addrspace(1) %a, i64 %index
define void @other(ptr addrspace(1) %a, ptr addrspace(1) %indices, i64 %count) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr addrspace(1) %indices, i64 %i
  %index = load i64, ptr addrspace(1) %at
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 0.0, ptr addrspace(1) %place
  %next = add i64 %i, 1
  %goes_on = icmp ult i64 %next, %count
  br i1 %goes_on, label %loop, label %end

end:
  ret void
}

; Constant parts that LLVM took out of the loop, and other casts of an index, make no other address.
; CHECK-LABEL: define void @parts
; CHECK: loop:
; CHECK: phi ptr
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @parts(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %rows) {
entry:
  %later = getelementptr i8, ptr addrspace(1) %a, i64 80
  br label %loop

loop:
  %row = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %both, %loop ]
  %start = mul i32 %row, 7
  %index = zext i32 %start to i64
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  %one = load float, ptr addrspace(1) %place
  %same = sext i32 %start to i64
  %behind = getelementptr float, ptr addrspace(1) %later, i64 %same
  %other = load float, ptr addrspace(1) %behind
  %half = fadd float %sum, %one
  %both = fadd float %half, %other
  %next = add i32 %row, 1
  %goes_on = icmp ult i32 %next, %rows
  br i1 %goes_on, label %loop, label %end

end:
  store float %both, ptr addrspace(1) %out
  ret void
}
