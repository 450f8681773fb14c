; SPDX-License-Identifier: Apache-2.0
; A function that is called gets a form for a row of work-items. What the kernel gives to all is a parameter; the
; rest is in a block of memory, after a byte for each work-item that says whether it is there.
; RUN: kernel-opt %s --passes=row-functions -S | FileCheck %s

; CHECK:       @llvm.compiler.used = {{.*}}@f,{{.*}}@f.row
; CHECK-LABEL: define internal void @f.row(ptr %0, i32 %1)
; CHECK:       %i = phi i64 [ 0, %entry ], [ {{.*}}, %next ]
; CHECK:       %[[THERE:.*]] = load i8, ptr {{.*}}!llvm.access.group
; CHECK:       %[[IS:.*]] = icmp ne i8 %[[THERE]], 0
; CHECK-NEXT:  br i1 %[[IS]], label %item, label %next
; CHECK:       getelementptr inbounds i8, ptr %0, i64 64
; CHECK:       mul i32 %{{.*}}, %1
; CHECK:       getelementptr inbounds i8, ptr %0, i64 128
; CHECK:       store i32
; CHECK:       icmp ult i64 %{{.*}}, 16
; CHECK-NEXT:  br i1 %{{.*}}, label %items, label %done, !llvm.loop
define void @k(ptr addrspace(1) %p, i32 %all) !kernel_arg_type !0 {
  %own = load i32, ptr addrspace(1) %p
  %x = call i32 @f(i32 %own, i32 %all)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; CHECK:       define internal i32 @f(i32 %x, i32 "quadcl-same" %y) #[[ATTRIBUTES:[0-9]+]]
define internal i32 @f(i32 %x, i32 %y) {
  %product = mul i32 %x, %y
  ret i32 %product
}
; Lanes have the variables behind private pointers elsewhere; and a recursive function has no end.
; CHECK-NOT: @private.row
; CHECK-NOT: @recursive.row
define void @other(ptr addrspace(1) %p) !kernel_arg_type !0 {
  %v = alloca i32
  call void @private(ptr %v)
  %x = call i32 @recursive(i32 1)
  ret void
}
define internal void @private(ptr %v) {
  store i32 1, ptr %v
  ret void
}
define internal i32 @recursive(i32 %x) {
  %y = call i32 @recursive(i32 %x)
  ret i32 %y
}
; CHECK: attributes #[[ATTRIBUTES]] = { "quadcl-row-function"="f.row" }
!0 = !{!"int*", !"int"}
