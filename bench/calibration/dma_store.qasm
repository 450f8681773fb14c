# SPDX-License-Identifier: Apache-2.0
#
# DMA stores of the same block, OPERATIONS in a row.
# Uniforms: repeats, set-up word, stride word, address.
    mov r0, unif
    mov ra0, unif
    mov vw_setup, unif
    mov rb1, unif
    nop
:loop
.rep op, OPERATIONS
    mov vw_setup, ra0
    mov vw_addr, rb1
    read vw_wait
.endr
    sub.setf r0, r0, 1
    brr.allnz -, r:loop
    nop
    nop
    nop
    thrend
    nop
    nop
