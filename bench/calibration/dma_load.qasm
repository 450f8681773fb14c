# SPDX-License-Identifier: Apache-2.0
#
# DMA loads of the same block, OPERATIONS in a row, NOPS instructions between start and wait.
# Uniforms: repeats, set-up word, address.
    mov r0, unif
    mov ra0, unif
    mov ra1, unif
    nop
:loop
.rep op, OPERATIONS
    mov vr_setup, ra0
    mov vr_addr, ra1
.rep i, NOPS
    nop
.endr
    read vr_wait
.endr
    sub.setf r0, r0, 1
    brr.allnz -, r:loop
    nop
    nop
    nop
    thrend
    nop
    nop
