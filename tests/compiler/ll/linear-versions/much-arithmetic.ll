; SPDX-License-Identifier: Apache-2.0
; A kernel with much arithmetic, whose work-items differ along dimension 1, gets a version for groups with short rows.
; The others have too little of it, too many accesses, or only dimension 0.
; RUN: kernel-opt %s --passes=linear-versions -S | FileCheck %s

; CHECK-COUNT-5: define void
; CHECK:         define void @much.{{.*}} !quadcl.version_of ![[VERSION:[0-9]+]]
; CHECK-NOT:     define void
; CHECK:         ![[VERSION]] = !{!"linear", ptr @much}
define void @much(ptr addrspace(1) %out, i64 %n, float %x) !kernel_arg_type !0 {
  %y = call i64 @_Z12get_local_idj(i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %s8, %loop ]
  %s1 = fadd float %sum, %x
  %s2 = fmul float %s1, %x
  %s3 = fadd float %s2, %x
  %s4 = fmul float %s3, %x
  %s5 = fadd float %s4, %x
  %s6 = fmul float %s5, %x
  %s7 = fadd float %s6, %x
  %s8 = fmul float %s7, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %place = getelementptr float, ptr addrspace(1) %out, i64 %y
  store float %s8, ptr addrspace(1) %place
  ret void
}

define void @one_dimension(ptr addrspace(1) %out, i64 %n, float %x) !kernel_arg_type !0 {
  %y = call i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %s8, %loop ]
  %s1 = fadd float %sum, %x
  %s2 = fmul float %s1, %x
  %s3 = fadd float %s2, %x
  %s4 = fmul float %s3, %x
  %s5 = fadd float %s4, %x
  %s6 = fmul float %s5, %x
  %s7 = fadd float %s6, %x
  %s8 = fmul float %s7, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %place = getelementptr float, ptr addrspace(1) %out, i64 %y
  store float %s8, ptr addrspace(1) %place
  ret void
}

define void @many_accesses(ptr addrspace(1) %out, i64 %n, float %x) !kernel_arg_type !0 {
  %y = call i64 @_Z12get_local_idj(i32 1)
  %place = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %y
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %0 ], [ %s3, %loop ]
  %s1 = load <4 x float>, ptr addrspace(1) %place
  %s2 = fmul <4 x float> %s1, %sum
  %s3 = fadd <4 x float> %s2, %sum
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %s3, ptr addrspace(1) %place
  ret void
}

define void @little(ptr addrspace(1) %out, float %x) !kernel_arg_type !0 {
  %y = call i64 @_Z12get_local_idj(i32 1)
  %place = getelementptr float, ptr addrspace(1) %out, i64 %y
  store float %x, ptr addrspace(1) %place
  ret void
}

; Rows of 16 work-items are never short.
define void @long_rows(ptr addrspace(1) %out, i64 %n, float %x) !kernel_arg_type !0 !reqd_work_group_size !1 {
  %y = call i64 @_Z12get_local_idj(i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %s8, %loop ]
  %s1 = fadd float %sum, %x
  %s2 = fmul float %s1, %x
  %s3 = fadd float %s2, %x
  %s4 = fmul float %s3, %x
  %s5 = fadd float %s4, %x
  %s6 = fmul float %s5, %x
  %s7 = fadd float %s6, %x
  %s8 = fmul float %s7, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %place = getelementptr float, ptr addrspace(1) %out, i64 %y
  store float %s8, ptr addrspace(1) %place
  ret void
}

declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*"}
!1 = !{i32 16, i32 16, i32 1}
