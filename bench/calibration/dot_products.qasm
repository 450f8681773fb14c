# SPDX-License-Identifier: Apache-2.0
#
# A product of two matrices as dot products: 16 elements of a row of A by TMU0 and of a column of B by TMU1 in
# each iteration, 14 instructions for 16 multiply-adds. The vectors of the next AHEAD
# iterations are on their way meanwhile.
# Uniforms: address of the first row of A, of B; bytes of a row or column; rows, bytes from row to row; columns;
# iterations for one dot product.
    mov r0, unif
    shl r1, elem_num, 2
    add ra0, r0, r1             # row of A
    mov r0, unif
    add ra1, r0, r1             # first column of B
    mov ra2, unif
    mov ra3, unif               # rows
    mov rb4, unif
    mov ra5, unif               # columns
    mov rb6, unif
    mov rb7, 64
.set AHEAD, 2
:row
    mov ra8, ra5
    mov rb9, ra1                # column
:column
    mov r0, ra0
    mov r1, rb9
    mov r2, 0
    mov ra10, rb6
.rep i, AHEAD
    mov t0s, r0
    mov t1s, r1
    add r0, r0, rb7
    add r1, r1, rb7
.endr
:step
    mov t0s, r0
    mov t1s, r1
    add r0, r0, rb7;  ldtmu0
    mov r3, r4
    add r1, r1, rb7;  ldtmu1
    fmul r3, r3, r4
    fadd r2, r2, r3
    nop
    sub.setf ra10, ra10, 1
    nop
    brr.allnz -, r:step
    nop
    nop
    nop
.rep i, AHEAD                   # what was fetched beyond the column
    nop;  ldtmu0
    nop;  ldtmu1
.endr
    add rb9, rb9, ra2
    sub.setf ra8, ra8, 1
    brr.allnz -, r:column
    nop
    nop
    nop
    add ra0, ra0, rb4
    sub.setf ra3, ra3, 1
    brr.allnz -, r:row
    nop
    nop
    nop
    thrend
    nop
    nop
