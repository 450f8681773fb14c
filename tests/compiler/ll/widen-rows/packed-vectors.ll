; SPDX-License-Identifier: Apache-2.0
; Source vectors whose elements are all treated alike stay packed: the vector of one lane after the other.
; RUN: kernel-opt %s --features +avx2 --passes=widen-rows -S 2>&1 | FileCheck %s

; A vector that is the same for all lanes is repeated for each lane, a scalar of a lane for each element.
; CHECK-LABEL: define void @alike(
; CHECK: wide.head:
; CHECK: load <8 x float>
; CHECK: %[[SAME:.+]] = shufflevector <2 x float> %a, <2 x float> poison, <8 x i32> <i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1>
; CHECK: fadd <8 x float> %{{.+}}, %[[SAME]]
; CHECK: %[[OWN:.+]] = load <4 x float>
; CHECK: %[[EACH:.+]] = shufflevector <4 x float> %[[OWN]], <4 x float> poison, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: fmul <8 x float> %{{.+}}, %[[EACH]]
; CHECK: store <8 x float>
define void @alike(ptr %p, ptr %w, <2 x float> %a, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr <2 x float>, ptr %p, i64 %i
  %value = load <2 x float>, ptr %place, !llvm.access.group !2
  %sum = fadd <2 x float> %value, %a
  %weight.place = getelementptr float, ptr %w, i64 %i
  %weight = load float, ptr %weight.place, !llvm.access.group !2
  %once = insertelement <2 x float> poison, float %weight, i64 0
  %weights = shufflevector <2 x float> %once, <2 x float> poison, <2 x i32> zeroinitializer
  %product = fmul <2 x float> %sum, %weights
  store <2 x float> %product, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; Masks and conditions of lanes, too, are repeated for each element; a permutation is one for each lane.
; CHECK-LABEL: define void @under_mask(
; CHECK: %[[OTHERS:.+]] = shufflevector <4 x i1> %{{.+}}, <4 x i1> poison, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: select <8 x i1> %[[OTHERS]], <8 x float>
; CHECK: store <8 x float>
; CHECK: %[[MASK:.+]] = shufflevector <4 x i1> %{{.+}}, <4 x i1> poison, <8 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: @llvm.masked.load.v8f32{{.*}}<8 x i1> %[[MASK]]
; CHECK: %[[TURNED:.+]] = shufflevector <8 x float> %{{.+}}, <8 x float> %{{.+}}, <8 x i32> <i32 1, i32 8, i32 3, i32 10, i32 5, i32 12, i32 7, i32 14>
; CHECK: select <8 x i1> %{{.+}}, <8 x float> %[[TURNED]], <8 x float>
define void @under_mask(ptr noalias %p, ptr noalias %to, <2 x float> %a, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %odd = and i64 %i, 3
  %is.odd = icmp eq i64 %odd, 1
  br i1 %is.odd, label %some, label %end
some:
  %place = getelementptr <2 x float>, ptr %p, i64 %i
  %value = load <2 x float>, ptr %place, align 8, !llvm.access.group !2
  %turned = shufflevector <2 x float> %value, <2 x float> %a, <2 x i32> <i32 1, i32 2>
  br label %end
end:
  %result = phi <2 x float> [ %a, %row ], [ %turned, %some ]
  %out = getelementptr <2 x float>, ptr %to, i64 %i
  store <2 x float> %result, ptr %out, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

; One element is taken out of packed vectors, another put in.
; CHECK-LABEL: define void @one_element(
; CHECK: %[[WHOLE:.+]] = load <16 x float>
; CHECK: shufflevector <16 x float> %[[WHOLE]], <16 x float> poison, <4 x i32> <i32 3, i32 7, i32 11, i32 15>
; CHECK: shufflevector <16 x float> %{{.+}}, <16 x float> %{{.+}}, <16 x i32> <i32 0, i32 1, i32 18, i32 3, i32 4, i32 5, i32 22, i32 7, i32 8, i32 9, i32 26, i32 11, i32 12, i32 13, i32 30, i32 15>
; CHECK: store <16 x float>
define void @one_element(ptr %p, i64 %n) #0 {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %next, %row ]
  %place = getelementptr <4 x float>, ptr %p, i64 %i
  %value = load <4 x float>, ptr %place, !llvm.access.group !2
  %last = extractelement <4 x float> %value, i64 3
  %root = fneg float %last
  %changed = insertelement <4 x float> %value, float %root, i64 2
  store <4 x float> %changed, ptr %place, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %row, label %done, !llvm.loop !0
done:
  ret void
}

attributes #0 = { "quadcl-lanes"="4" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
