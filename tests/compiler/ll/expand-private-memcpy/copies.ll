; SPDX-License-Identifier: Apache-2.0
; In rows of work-items, private variables are set and copied element by element, long ones in loops. Tables, other
; memory and code outside of rows stay.
; RUN: kernel-opt %s --passes=expand-private-memcpy -S | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK:       call void @llvm.memcpy{{.*}}, i64 8,
; CHECK-LABEL: items:
; CHECK:       load i32, ptr %a
; CHECK:       load i32
; CHECK:       store i32 {{.*}} ptr %b
; CHECK:       store i32
; CHECK-NOT:   i64 8, i1 false
; CHECK:       store i32 16843009, ptr %a
; CHECK:       phi i64
; CHECK:       %[[NUMBER:.*]] = load i32, ptr
; CHECK:       store i32 %[[NUMBER]], ptr
; CHECK:       icmp eq i64 {{.*}}, 100
; CHECK:       call void @llvm.memcpy{{.*}}, i64 12,
; CHECK:       %[[COUNT:.*]] = lshr exact i64 %bytes, 2
; CHECK:       %[[SOME:.*]] = icmp ne i64 %[[COUNT]], 0
; CHECK:       br i1 %[[SOME]],
; CHECK:       store i32 0, ptr
; CHECK:       icmp eq i64 {{.*}}, %[[COUNT]]
; CHECK:       call void @llvm.memset{{.*}}(ptr align 4 %long, i8 0, i64 %odd
; CHECK:       call void @llvm.memset{{.*}}(ptr align 4 %p, i8 0, i64 8
; CHECK-LABEL: done:
@table = internal addrspace(4) constant [3 x i32] [i32 1, i32 2, i32 3]
define void @f(ptr %p, i64 %n, i64 %odd) {
entry:
  %a = alloca { i32, i32 }
  %b = alloca { i32, i32 }
  %long = alloca [100 x i32]
  %other = alloca [100 x i32]
  %three = alloca [3 x i32]
  %bytes = shl i64 %n, 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %b, i64 8, i1 false)
  br label %items
items:
  %i = phi i64 [ 0, %entry ], [ %next, %items ]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %b, ptr align 4 %a, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %long, ptr align 4 %other, i64 400, i1 false)
  call void @llvm.memcpy.p0.p4.i64(ptr align 4 %three, ptr addrspace(4) align 4 @table, i64 12, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %other, i8 0, i64 %bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %long, i8 0, i64 %odd, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 8, i1 false)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %items, label %done, !llvm.loop !0
done:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
