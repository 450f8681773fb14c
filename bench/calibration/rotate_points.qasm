# SPDX-License-Identifier: Apache-2.0
#
# Rotates points in a plane: two vectors loaded, 6 float operations, two vectors stored. As V3DLib's compiler
# does it, a vector goes through a column of the VPM, a DMA operation moves 16 rows of one word, and all set-up
# words are made again each time.
# DMA: loads by 0 TMU, 1 DMA. AHEAD: 1 has the TMU loads of the next vectors under way.
# Uniforms: address of x, of y; vectors; bytes from vector to vector of this QPU; number of the QPU.
.set WRITE_COLUMN, 0x00001200       # VPM write, vertical
.set READ_COLUMN,  0x00101200       # VPM read of one vector, vertical
.set STORE_WORDS,  0x88014000       # 16 rows of one word
.set LOAD_WORDS,   0x80101000
.set LOAD_PITCH_4, 0x90000004
.set NO_STRIDE,    0xC0000000
.macro load, to, address
    mov vr_setup, LOAD_PITCH_4
    mov r2, LOAD_WORDS
    or vr_setup, r2, rb5
    mov vr_addr, address
    read vr_wait
    mov r2, READ_COLUMN
    or vr_setup, r2, rb5
    nop
    nop
    nop
    mov to, vpm
.endm
.macro store, value, address
    mov r2, 16
    add r2, r2, rb5
    mov r3, WRITE_COLUMN
    or vw_setup, r2, r3
    mov r2, 256
    add r2, r2, rb5
    read vw_wait
    mov vw_setup, NO_STRIDE
    mov r3, STORE_WORDS
    shl r2, r2, 3
    or vw_setup, r2, r3
    mov vpm, value
    mov vw_addr, address
.endm
    mov r0, unif
    mov r1, unif
    mov ra2, unif
    mov rb3, unif
    mov rb5, unif
    shl r2, elem_num, 2
    add ra12, r0, r2            # lanes of the next vectors
    add rb12, r1, r2
.if AHEAD
    mov t0s, ra12
    mov t0s, rb12
    add ra12, ra12, rb3
    mov r2, rb3
    add rb12, rb12, r2
.endif
:vector
.if DMA
    load ra8, r0
    load rb8, r1
    nop
.else
    mov t0s, ra12
.if AHEAD
    mov t0s, rb12
    nop;  ldtmu0
    mov ra8, r4
.else
    nop;  ldtmu0
    mov ra8, r4
    mov t0s, rb12
.endif
    nop;  ldtmu0
    mov rb8, r4
    add ra12, ra12, rb3
    mov r2, rb3
    add rb12, rb12, r2
.endif
    mov r2, ra8
    mov r3, rb8
    fmul ra10, r2, ra20
    fmul rb10, r3, rb20
    fmul ra11, r2, rb20
    fmul rb11, r3, ra20
    fsub ra10, ra10, rb10
    fadd ra11, ra11, rb11
    store ra10, r0
    store ra11, r1
    add r0, r0, rb3
    add r1, r1, rb3
    sub.setf ra2, ra2, 1
    nop
    brr.allnz -, r:vector
    nop
    nop
    nop
.if AHEAD
    nop;  ldtmu0
    nop;  ldtmu0
.endif
    read vw_wait
    nop
    nop
    thrend
    nop
    nop
