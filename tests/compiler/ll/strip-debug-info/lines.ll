; SPDX-License-Identifier: Apache-2.0
; Lines and variables of the source go, as metadata and as calls. Other metadata stays.
; RUN: kernel-opt %s --passes=strip-debug-info -S | FileCheck %s --implicit-check-not='!dbg' --implicit-check-not='call void @llvm.dbg' --implicit-check-not='!DI'

; CHECK:      define void @k(ptr addrspace(1) %p) !kernel_arg_type !
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p, align 4, !tbaa !
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %p) !kernel_arg_type !0 !dbg !4 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %p, metadata !6, metadata !DIExpression()), !dbg !7
  store i32 1, ptr addrspace(1) %p, !tbaa !8, !dbg !7
  ret void, !dbg !7
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{!"int*"}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.cl", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DILocalVariable(name: "p", scope: !4, file: !2, line: 1)
!7 = !DILocation(line: 2, scope: !4)
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10}
!10 = !{!"types"}
