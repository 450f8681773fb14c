; SPDX-License-Identifier: Apache-2.0
; On a processor that gathers words well, loads of several words each are single ones, which is faster. In a block that hardly
; ever runs they are gathers, which are short.
; RUN: kernel-opt %s --tuned-for=znver5 --passes=widen-rows -S 2>&1 | FileCheck %s

; CHECK-LABEL: define void @f({{.*}}
; CHECK:       %{{.*}} = call <16 x i32> @llvm.masked.gather{{.*}} <16 x i32> poison), !llvm.access.group !{{[0-9]+}}
; CHECK:       %{{.*}} = call <16 x i32> @llvm.masked.gather{{.*}} <16 x i32> poison), !llvm.access.group !{{[0-9]+}}
; CHECK:       lanes.any:{{.*}}
; CHECK:       %{{.*}} = call <16 x i32> @llvm.masked.gather{{.*}} <16 x i32> zeroinitializer), !llvm.access.group !{{[0-9]+}}, !quadcl.gather !{{[0-9]+}}
; CHECK:       %{{.*}} = call <16 x i32> @llvm.masked.gather{{.*}} <16 x i32> zeroinitializer), !llvm.access.group !{{[0-9]+}}, !quadcl.gather !{{[0-9]+}}
define void @f(ptr noalias %p, ptr noalias %table, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %place = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %place, !llvm.access.group !2
  %index = zext i32 %value to i64
  %entry.usual = getelementptr i32, ptr %table, i64 %index
  %first = load i32, ptr %entry.usual, !llvm.access.group !2
  %entry.next = getelementptr i32, ptr %entry.usual, i64 1
  %second = load i32, ptr %entry.next, !llvm.access.group !2
  %usual = mul i32 %first, %second
  %is_rare = icmp ugt i32 %value, 1000
  br i1 %is_rare, label %rare, label %latch, !prof !4
rare:
  %rare_index = zext i32 %usual to i64
  %entry.rare = getelementptr i32, ptr %table, i64 %rare_index
  %third = load i32, ptr %entry.rare, !llvm.access.group !2
  %entry.last = getelementptr i32, ptr %entry.rare, i64 1
  %fourth = load i32, ptr %entry.last, !llvm.access.group !2
  %found = mul i32 %third, %fourth
  br label %latch
latch:
  %new = phi i32 [ %usual, %row ], [ %found, %rare ]
  store i32 %new, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
attributes #0 = { "quadcl-lanes"="16" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!4 = !{!"branch_weights", i32 1, i32 2000}
