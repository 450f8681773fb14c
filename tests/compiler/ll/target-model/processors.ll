; SPDX-License-Identifier: Apache-2.0
; The registers are those of the instruction sets: 16 of 256 bits with AVX2, 32 of 512 bits with AVX-512. Gathers are those
; of the processor, whatever its instruction sets: Zen 3 and 4 have slow ones, but Zen 4 gathers long vectors of words well.
; RUN: kernel-opt %s --passes='show<target-model>' | FileCheck %s --check-prefix=NONE
; RUN: kernel-opt %s --features=+avx2 --tuned-for=haswell --passes='show<target-model>' | FileCheck %s --check-prefix=AVX2
; RUN: kernel-opt %s --features=+avx2 --tuned-for=znver3 --passes='show<target-model>' | FileCheck %s --check-prefix=ZEN3
; RUN: kernel-opt %s --features=+avx512f,+avx512vl --tuned-for=znver4 --passes='show<target-model>' | FileCheck %s --check-prefix=ZEN4

; NONE:      processor generic: gathers by LLVM;
; NONE-NEXT: division 10: cost of a division of integers
; NONE:      hidden_chain 48: longest chain
; NONE:      least_gain 1.35: least factor of lanes
; AVX2:      processor generic: gathers by LLVM; 16 vector registers of 256 bits
; ZEN3:      processor znver3: gathers singly; 16 vector registers of 256 bits
; ZEN4:      processor znver4: gathers words; 32 vector registers of 512 bits
define void @f() {
  ret void
}
