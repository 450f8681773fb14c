; SPDX-License-Identifier: Apache-2.0
; In common iterations the first work-item's counter counts for all, while it and the last one's are within
; the bound and none has wrapped around. Then each work-item continues from its own counter.
; RUN: kernel-opt %s --passes=strided-loops -S | FileCheck %s

; CHECK-LABEL: entry.split.common:
; CHECK:       %[[ID:[0-9]+]] = call noundef i64 @_Z12get_local_idj(i32 0)
; CHECK:       %[[SIZE:[0-9]+]] = call noundef i64 @_Z14get_local_sizej(i32 0)
; CHECK:       %[[LAST_ID:[0-9]+]] = sub i64 %[[SIZE]], 1
; CHECK-LABEL: loop.common:
; CHECK:       %first = phi i64 [ %base, %entry.split.common ], [ %[[NEXT:[0-9]+]], %body.common ]
; CHECK:       %[[SUM:.*]] = phi float [ 0.000000e+00, %entry.split.common ], [ %{{.*}}, %body.common ]
; CHECK:       %[[LAST:[0-9]+]] = add i64 %first, %[[LAST_ID]]
; CHECK-DAG:   icmp ult i64 %first, %n
; CHECK-DAG:   icmp ult i64 %[[LAST]], %n
; CHECK-DAG:   icmp ule i64 %first, %[[LAST]]
; CHECK:       br i1 %{{[0-9]+}}, label %body.common, label %entry.split
; CHECK-LABEL: body.common:
; CHECK:       %[[I:[0-9]+]] = add nuw i64 %first, %[[ID]]
; CHECK:       getelementptr float, ptr addrspace(1) %b, i64 %[[I]]
; CHECK:       %[[NEXT]] = add i64 %first, %step
; CHECK-LABEL: entry.split:
; CHECK:       %[[OWN:[0-9]+]] = add i64 %first, %[[ID]]
; CHECK-LABEL: loop:
; CHECK:       %i = phi i64 [ %[[OWN]], %entry.split ], [ %next, %body ]
; CHECK:       %sum = phi float [ %[[SUM]], %entry.split ], [ %sum_next, %body ]
; CHECK:       %more = icmp ult i64 %i, %n
; CHECK:       br i1 %more, label %body, label %end
define void @k(ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %base, i64 %n, i64 %step) !kernel_arg_type !0 {
entry:
  %x = call i64 @_Z12get_local_idj(i32 0)
  %start = add i64 %base, %x
  br label %loop
loop:
  %i = phi i64 [ %start, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %sum_next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %at = getelementptr float, ptr addrspace(1) %b, i64 %i
  %value = load float, ptr addrspace(1) %at
  %sum_next = fadd float %sum, %value
  %next = add i64 %i, %step
  br label %loop
end:
  %out = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %sum, ptr addrspace(1) %out
  ret void
}
declare i64 @_Z12get_local_idj(i32)
!0 = !{!"float*", !"float*", !"long", !"long", !"long"}
