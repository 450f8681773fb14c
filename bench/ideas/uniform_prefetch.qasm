# SPDX-License-Identifier: Apache-2.0
#
# The k-loop of the articles' sgemm as far as uniforms go: 64 uniforms and three other instructions in each step. With
# PREFETCH=1 one TMU request in each step asks for the four lines of the step after the next: the line is then in the L2C, or on
# its way, when the uniform cache asks.
# Uniforms: steps, address of the first step's uniforms; there: 64 in each step.
    mov r0, unif
    mov r1, unif
    shl r2, elem_num, 4         # lanes 0, 4, 8, 12 begin a line each
    add r2, r2, r1
    mov ra0, 128
    nop
    add r2, r2, ra0
    add r2, r2, ra0
    add r2, r2, ra0
    add r2, r2, ra0
    mov unif_addr, r1
    nop
    nop
:loop
.if PREFETCH
    mov t0s, r2
    add r2, r2, ra0
    add r2, r2, ra0
.endif
.rep i, 64
    mov -, unif
.endr
.if PREFETCH
    ldtmu0
.endif
    sub.setf r0, r0, 1
    brr.allnz -, r:loop
    nop
    nop
    nop
    thrend
    nop
    nop
