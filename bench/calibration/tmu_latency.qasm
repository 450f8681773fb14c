# SPDX-License-Identifier: Apache-2.0
#
# One vector of 64 bytes at a time, through a working set again and again; NOPS instructions between the
# request and the load signal. The least number of them without a stall is the latency.
# Uniforms: iterations, address, bytes of the working set - 1 (a power of two), bytes from vector to vector.
    mov r0, unif
    shl r1, elem_num, 2
    add ra0, r1, unif
    mov rb1, unif
    mov r3, unif
    mov r2, 0
:loop
    add t0s, ra0, r2
.rep i, NOPS
    nop
.endr
    nop;  ldtmu0
    add r2, r2, r3
    and r2, r2, rb1
    sub.setf r0, r0, 1
    brr.allnz -, r:loop
    nop
    nop
    nop
    thrend
    nop
    nop
