# SPDX-License-Identifier: Apache-2.0
#
# A matrix product that streams a matrix in vectors of 16, once for each row of the other, which stays in
# registers. 8 instructions for a vector without its load.
# READ: 0 none, 1 TMU without prefetch, 2 TMU three vectors ahead, 3 DMA of 16 rows of one word, as V3DLib's
# compiler loads a vector.
# Uniforms: address of the stream, vectors in it, passes; DMA load pitch and set-up words, VPM read set-up word.
.set AHEAD, 3
    shl r1, elem_num, 2
    mov rb0, unif
    nop
    add rb0, rb0, r1            # lanes of the first vector
    mov ra1, unif
    mov ra2, unif
    mov rb6, unif
    mov ra3, unif
    mov rb3, unif
    mov rb7, 64
    mov r2, 0
:pass
    mov r0, rb0
    mov r1, ra1
.if READ == 2
    .rep i, AHEAD
    mov t0s, r0
    add r0, r0, rb7
    .endr
.endif
:vector
.if READ == 1
    mov t0s, r0
    add r0, r0, rb7
    nop;  ldtmu0
    nop
.endif
.if READ == 2
    mov t0s, r0
    add r0, r0, rb7
    nop;  ldtmu0
    nop
.endif
.if READ == 3
    mov vr_setup, rb6
    mov vr_setup, ra3
    mov vr_addr, r0
    read vr_wait
    mov vr_setup, rb3
    add r0, r0, rb7
    mov r3, vpm
.endif
    fmul r3, r4, ra4
    fadd r2, r2, r3
    nop
    sub.setf r1, r1, 1
    brr.allnz -, r:vector
    nop
    nop
    nop
.if READ == 2
    .rep i, AHEAD
    nop;  ldtmu0
    .endr
.endif
    sub.setf ra2, ra2, 1
    brr.allnz -, r:pass
    nop
    nop
    nop
    thrend
    nop
    nop
