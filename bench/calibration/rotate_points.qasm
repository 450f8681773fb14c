# SPDX-License-Identifier: Apache-2.0
#
# Rotates points in a plane: two vectors loaded, 6 float operations, two vectors stored as single rows.
# DMA: 0 loads by TMU, 1 by DMA of single rows. BLOCKING: 1 waits for the second store at once, 0 only when the
# VPM is needed again.
# Uniforms: address of x, of y; vectors; bytes from vector to vector of this QPU; VPM write set-up, DMA store
# set-up, DMA store stride; VPM read set-up, DMA load set-up.
    mov r0, unif
    mov r1, unif
    mov ra2, unif
    mov rb3, unif
    mov rb4, unif
    mov ra5, unif
    mov vw_setup, unif
    mov rb6, unif
    mov ra7, unif
    shl r2, elem_num, 2
    add r0, r0, r2
    add r1, r1, r2
:vector
.if DMA
    mov vr_setup, ra7
    mov vr_addr, r0
    read vr_wait
    mov vr_setup, rb6
    nop
    nop
    nop
    mov r2, vpm
    mov vr_setup, ra7
    mov vr_addr, r1
    read vr_wait
    mov vr_setup, rb6
    nop
    nop
    nop
    mov r3, vpm
.else
    mov t0s, r0
    mov t0s, r1
    nop;  ldtmu0
    mov r2, r4;  ldtmu0
    mov r3, r4
.endif
    fmul ra10, r2, ra20
    fmul rb10, r3, rb20
    fmul ra11, r2, rb20
    fmul rb11, r3, ra20
    read vw_wait
    mov vw_setup, rb4
    fsub vpm, ra10, rb10
    fadd vpm, ra11, rb11
    mov vw_setup, ra5
    mov vw_addr, r0
    read vw_wait
    mov vw_setup, ra5
    mov vw_addr, r1
.if BLOCKING
    read vw_wait
.endif
    add r0, r0, rb3
    add r1, r1, rb3
    sub.setf ra2, ra2, 1
    nop
    brr.allnz -, r:vector
    nop
    nop
    nop
    read vw_wait
    nop
    nop
    thrend
    nop
    nop
