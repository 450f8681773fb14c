; SPDX-License-Identifier: Apache-2.0
; Three lines of a vector go to the stores in parts: code generators take a vector whose length is no power of two apart, element by
; element, where it goes from block to block.
; RUN: kernel-opt %s --passes=streaming-stores -S | FileCheck %s

; CHECK-LABEL: define void @colours({{.*}}
; CHECK:      %[[A:.*]] = shufflevector <192 x i8> %v, <192 x i8> poison, <64 x i32> <i32 0, i32 1, {{.*}}, i32 63>
; CHECK:      %[[B:.*]] = shufflevector <192 x i8> %v, <192 x i8> poison, <64 x i32> <i32 64, i32 65, {{.*}}, i32 127>
; CHECK:      %[[C:.*]] = shufflevector <192 x i8> %v, <192 x i8> poison, <64 x i32> <i32 128, i32 129, {{.*}}, i32 191>
; CHECK:      store <64 x i8> %[[A]], ptr addrspace(1) %p, align 64, !nontemporal !{{[0-9]+}}
; CHECK:      %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 64
; CHECK:      store <64 x i8> %[[B]], ptr addrspace(1) %[[SECOND]], align 64, !nontemporal !{{[0-9]+}}
; CHECK:      %[[THIRD:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 128
; CHECK:      store <64 x i8> %[[C]], ptr addrspace(1) %[[THIRD]], align 64, !nontemporal !{{[0-9]+}}
; CHECK:      store <64 x i8> %[[A]], ptr addrspace(1) %p, align 1
; CHECK:      store <64 x i8> %[[B]], ptr addrspace(1) %{{.*}}, align 1
; CHECK:      store <64 x i8> %[[C]], ptr addrspace(1) %{{.*}}, align 1
; CHECK-NOT:  {{.*}}store <192 x i8>{{.*}}
; CHECK:      ret void
define void @colours(ptr %arguments, ptr "group-context" %context, ptr %from) {
  %slot = load ptr, ptr %arguments
  %p = load ptr addrspace(1), ptr %slot
  %v = load <192 x i8>, ptr %from
  store <192 x i8> %v, ptr addrspace(1) %p, align 1
  ret void
}
