; SPDX-License-Identifier: Apache-2.0
; The narrow version beside a wide one runs only rows that are too short for lanes, so its loop says that it needs none. With a
; check it also runs the groups that fail it, and their rows may be long.
; RUN: kernel-opt %s --passes=work-group-functions -S | FileCheck %s

; CHECK-LABEL: define internal i32 @wide.region0
; CHECK:       br i1 %{{.*}}, label %items.x, label %next.y, !llvm.loop ![[WIDE:.*]]
; CHECK-LABEL: define internal i32 @k.region0
; CHECK:       br i1 %{{.*}}, label %items.x, label %next.y, !llvm.loop ![[NARROW:.*]]
; CHECK-LABEL: define internal i32 @returns.region0
; CHECK:       br i1 %{{.*}}, label %items.x, label %next.y, !llvm.loop ![[CHECKED:.*]]
; CHECK-DAG:   ![[DONE:.*]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK-DAG:   ![[WIDE]] = distinct !{![[WIDE]], !{{[0-9]+}}}
; CHECK-DAG:   ![[NARROW]] = distinct !{![[NARROW]], !{{[0-9]+}}, ![[DONE]]}
; CHECK-DAG:   ![[CHECKED]] = distinct !{![[CHECKED]], !{{[0-9]+}}}
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 {
  store i64 1, ptr addrspace(1) %p
  ret void
}

define void @wide(ptr addrspace(1) %p) !kernel_arg_type !0 !quadcl.version_of !1 {
  store i64 1, ptr addrspace(1) %p
  ret void
}

define void @returns(ptr addrspace(1) %p) !kernel_arg_type !0 {
  store i64 1, ptr addrspace(1) %p
  ret void
}

define void @returns_wide(ptr addrspace(1) %p) !kernel_arg_type !0 !quadcl.version_of !2 {
  store i64 1, ptr addrspace(1) %p
  ret void
}

define void @returns_check(ptr addrspace(1) %p) !kernel_arg_type !0 !quadcl.version_of !3 {
  ret void
}
!0 = !{!"long*"}
!1 = !{!"wide", ptr @k}
!2 = !{!"wide", ptr @returns}
!3 = !{!"check", ptr @returns}
