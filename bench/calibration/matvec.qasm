# SPDX-License-Identifier: Apache-2.0
#
# 16 rows of a matrix times a vector: lane l reads row l of the matrix, the vector comes as uniforms, 11
# instructions for each column. One vector stored at the end.
# Uniforms: address of the first row, bytes from row to row, columns; the vector; VPM write set-up, DMA
# store set-up, stride, address.
    mov r0, unif
    mov r1, unif
    nop
    mul24 r1, r1, elem_num
    add r0, r0, r1
    mov r3, unif
    mov rb7, 4
    mov r2, 0
:column
    add r0, r0, rb7;  mov t0s, r0
    sub.setf r3, r3, 1
    nop;  ldtmu0
    fmul r1, r4, unif
    fadd r2, r2, r1
    nop
    nop
    brr.allnz -, r:column
    nop
    nop
    nop
    mov vw_setup, unif
    mov vpm, r2
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    read vw_wait
    nop
    thrend
    nop
    nop
