; SPDX-License-Identifier: Apache-2.0
; Where one instruction takes any elements of two registers, the elements of vectors come to their lanes
; register by register.
; RUN: kernel-opt %s --features +avx512f,+avx512bw,+avx512vbmi --passes=widen-rows -S 2>&1 | FileCheck %s
; RUN: kernel-opt %s --features +avx512f,+avx512bw --passes=widen-rows -S 2>&1 | FileCheck %s --check-prefix=AT-ONCE

; CHECK: load <192 x i8>
; CHECK: shufflevector <192 x i8> {{.*}}<64 x i32> <i32 64, i32 65, i32 66,
; CHECK: shufflevector <64 x i8> poison, <64 x i8> {{.*}}<64 x i32> <i32 64, i32 67, i32 70,
; CHECK: shufflevector <64 x i8> %{{.*}}, <64 x i8> %
; CHECK: store <192 x i8>
; AT-ONCE: shufflevector <192 x i8> {{.*}}<64 x i32> <i32 0, i32 3, i32 6,
define void @f(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %first = mul nuw nsw i64 %i, 3
  %from = getelementptr i8, ptr %p, i64 %first
  %value = load <3 x i8>, ptr %from, align 1, !llvm.access.group !2
  %x0 = extractelement <3 x i8> %value, i64 0
  %x1 = extractelement <3 x i8> %value, i64 1
  %x2 = extractelement <3 x i8> %value, i64 2
  %y0 = xor i8 %x1, %x0
  %y1 = xor i8 %x2, %x1
  %y2 = xor i8 %x0, %x2
  %z0 = insertelement <3 x i8> poison, i8 %y0, i64 0
  %z1 = insertelement <3 x i8> %z0, i8 %y1, i64 1
  %z2 = insertelement <3 x i8> %z1, i8 %y2, i64 2
  %out = getelementptr i8, ptr %to, i64 %first
  store <3 x i8> %z2, ptr %out, align 1, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}
; Elements of a power of 2: those with even numbers and those with odd numbers of two registers, again and again.
; CHECK-LABEL: define void @halves(
; CHECK: load <256 x i8>
; CHECK-COUNT-4: shufflevector <256 x i8>
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 0, i32 2, i32 4,
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 1, i32 3, i32 5,
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 0, i32 2, i32 4,
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 1, i32 3, i32 5,
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 0, i32 64, i32 1, i32 65,
; CHECK: shufflevector <64 x i8> %{{.+}}, <64 x i8> %{{.+}}, <64 x i32> <i32 32, i32 96, i32 33, i32 97,
; CHECK: store <256 x i8>
define void @halves(ptr noalias %p, ptr noalias %to, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %from = getelementptr <4 x i8>, ptr %p, i64 %i
  %value = load <4 x i8>, ptr %from, align 4, !llvm.access.group !2
  %x0 = extractelement <4 x i8> %value, i64 0
  %x1 = extractelement <4 x i8> %value, i64 1
  %x2 = extractelement <4 x i8> %value, i64 2
  %x3 = extractelement <4 x i8> %value, i64 3
  %y0 = xor i8 %x1, %x0
  %y1 = xor i8 %x2, %x1
  %y2 = xor i8 %x3, %x2
  %y3 = xor i8 %x0, %x3
  %z0 = insertelement <4 x i8> poison, i8 %y0, i64 0
  %z1 = insertelement <4 x i8> %z0, i8 %y1, i64 1
  %z2 = insertelement <4 x i8> %z1, i8 %y2, i64 2
  %z3 = insertelement <4 x i8> %z2, i8 %y3, i64 3
  %out = getelementptr <4 x i8>, ptr %to, i64 %i
  store <4 x i8> %z3, ptr %out, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

attributes #0 = { "quadcl-lanes"="64" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
