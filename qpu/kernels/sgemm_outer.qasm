# SPDX-License-Identifier: Apache-2.0
#
# sgemm for k = 1 and beta = 0, an outer product: C(i, j) = alpha * (a(i) * b(j)).
#
# There is nothing to do but to write C. The store engine is fastest where data lie together in memory: for a row that begins
# in another 4 KB than the one before it takes twice the time. So a tile here is a piece of one row of C, of up to 512
# columns, which one DMA operation stores as rows of 16 words, one behind the other.
#
# A QPU keeps 512 elements of b in its registers ra0 to ra31, and computes that piece of one row of C after the other. Two
# QPUs suffice: each has half of the VPM, and while one stores, the other multiplies.
#
# Uniforms (qpu/kernels/sgemm_outer_job.cpp writes them):
#     set-up of VPM writes, alpha
#   for each strip of 512 columns:
#     1, address of its 512 elements of b, number of rows, not 0
#     for each row: a(i), number of DMA stores, not 0, and for each: two set-up words and the address
#   and at the end:
#     0, number of QPUs to wait for (the first QPU waits for all; 0 for the others)

.include <vc4.qinc>

.set b_vectors, 32

.set vpm_half, rb0
.set outer_alpha, rb1
.set rows_left, rb2

# Asks for the next vector of b, if there is one: r0 is the address of each lane, r1 the bytes of a vector.
.macro ask_b, v
    .if v < b_vectors
    mov t0s, r0
    add r0, r0, r1
    .endif
.endm

::sgemm_outer
    mov vpm_half, unif
    mov outer_alpha, unif

:outer_strip
    mov.setf -, unif
    brr.allz -, r:outer_finish
    nop
    nop
    nop
    shl r0, elem_num, 2
    mov r1, 64
    add r0, r0, unif
    # Four requests of a QPU may wait in a TMU (docs/videocore4.md, TMU); each vector that arrives makes room for another.
    .rep v, 4
    ask_b v
    .endr
    .rep v, b_vectors
    ldtmu0
    mov ra0 + v, r4
    ask_b v + 4
    .endr
    mov rows_left, unif

:outer_row
    mov vw_setup, vpm_half
    mov r5rep, unif             # a(i)
    # The mul ALU multiplies a(i) with the next vector while the add ALU adds 0 to the vector before. A sum begins with 0,
    # here as in the other programs: a product of -0 becomes +0.
    mov r2, 0
    fmul r0, ra0, r5
    .rep v, b_vectors - 1
    fadd r1, r0, r2;  fmul r0, ra1 + v, r5
    fmul vpm, r1, outer_alpha
    .endr
    fadd r1, r0, r2
    fmul vpm, r1, outer_alpha

    # One store engine serves all: who holds the mutex has it, and the other QPU multiplies meanwhile.
    read mutex
    store_each r0
    mov mutex_rel, r0
    mov r0, rows_left
    sub.setf rows_left, r0, 1
    brr.allnz -, r:outer_row
    nop
    nop
    nop
    brr -, r:outer_strip
    nop
    nop
    nop

:outer_finish
    finish_job
