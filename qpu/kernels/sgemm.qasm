# SPDX-License-Identifier: Apache-2.0
#
# sgemm: C = alpha * op(A) * op(B) + beta * C by outer products. beta * C is added at the end, as in BLAS, or
# is the start of the sums.
#
# Each QPU computes tiles of C of 16 rows by 64 columns, one after the other. A tile lives in the 64 vector
# registers: element i of a register is row i of the tile, and the registers are its columns:
#
#     column  16 s + 2 i      ra(8 s + i)            s = 0..3: the four 16x16 blocks of a tile
#     column  16 s + 2 i + 1  rb(8 s + i)            i = 0..7
#
# For each k one column of op(A), 16 rows tall, comes through the TMU, and one row of op(B), 64 elements,
# comes as uniforms. Each uniform is multiplied by the column of A and added to its column of C. This is the
# method of the articles (docs/videocore4.md, sgemm): a step over k has 67 instructions; 64 of them compute on
# both ALUs.
#
# The tile takes all general registers, so the accumulators hold everything else during the k-loop:
#     r0  product on its way to be added (software pipelining: the product of column j is added while the one
#         of column j + 1 is multiplied)
#     r1  16 addresses in A: the column that the TMU is asked for next
#     r2  element 0: address of the next row of B; element 1: rows still to start; others: the address of the
#         control stream, which waits while the uniforms come from B
#     r3  what r2 grows by at each k: element 0: row pitch of B; element 1: -1; others: 0
#     r4  the current column of A, as the TMU delivered it
#     r5  the distance from one column of A to the next, in bytes
#
# Uniforms, for each tile (qpu/kernels/sgemm_uniform_plan.cpp writes them in this order):
#     1 or -1                  a tile follows; -1: its sums start from beta * C
#     rows - 1                 of the tile; surplus elements repeat its last row
#     address of A(row 0, k = 0), distance of columns in A
#     for -1: beta, DMA load of block 0, then for each block [further loads: count, then 3 words each] [DMA load
#                              of the next block]
#     distance of rows in A
#     control address          of the word that follows this group
#     address of B(k = 0, column 0), K - 1, row pitch of B
#   control:
#     reads C?                 beta is not 0
#     DMA load                 of block 0: pitch set-up, set-up, address; unused where C is not read
#     alpha, beta, reads C?
#     for each block           [further loads: count, then 3 words each] [DMA load of the next block, 3 words]
#                              stores: count, then set-up, stride, address each
# and at the end:
#     0, number of QPUs to wait for (the first QPU waits for all; 0 for the others)
# K is at least 2; the plan pads smaller products with zeros.

# VPM set-up of a 16x16 block that starts at row 16 s: 32-bit vertical vectors (VPM columns), one after the
# other (docs/videocore4.md, VPM).
.set vpm_columns(s) 0x1200 + (s << 4)

# Steps 3 to 62 of the 64 for one k. Each adds the product of the previous step and forms the next one. Steps
# 0 to 2 fill the delay slots of the loop's branch, and step 63 does more.
.macro steps_3_to_62
    .rep n, 30
    fadd ra1 + n, ra1 + n, r0;  fmul r0, r4, unif
    fadd rb1 + n, rb1 + n, r0;  fmul r0, r4, unif
    .endr
.endm

# Waits for the DMA load of a block. If the pitch of C is too long for one DMA, the other rows follow.
.macro finish_block_load
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
:1
    read vr_wait
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    sub.setf r0, r0, 1
    brr.allnz -, r:1
    nop
    nop
    nop
:2
    read vr_wait
.endm

.macro start_block_load
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
.endm

# Starts the DMA stores of a block. Afterwards only the last store is still under way.
.macro store_block
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
:1
    read vw_wait
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    sub.setf r0, r0, 1
    brr.allnz -, r:1
    nop
    nop
    nop
:2
.endm

# alpha * tile + beta * C for two columns. C is read from the VPM and written to it. The sum of one column is
# formed while the next is multiplied. Free slots set the tile's columns to 0 for the next tile.
.macro scale_and_add_pair, i, first
    sub ra0 + i, r3, r3;  fmul r0, ra0 + i, r5
    .if first
    fmul r1, vpm, r3
    .else
    fadd vpm, r2, r1;     fmul r1, vpm, r3
    .endif
    sub rb0 + i, r3, r3;  fmul r2, rb0 + i, r5
    fadd vpm, r0, r1;     fmul r1, vpm, r3
.endm

.macro scale_pair, i
    sub ra0 + i, r3, r3;  fmul vpm, ra0 + i, r5
    sub rb0 + i, r3, r3;  fmul vpm, rb0 + i, r5
.endm

# Block s if C is read. Its load has been started; the load of the next block runs beside the arithmetic.
.macro update_block, s
    finish_block_load
    .if s < 3
    start_block_load
    .endif
    mov vr_setup, vpm_columns(s)
    mov vw_setup, vpm_columns(s)
    nop
    nop
    nop
    .rep n, 8
    scale_and_add_pair 8 * s + n, n == 0
    .endr
    fadd vpm, r2, r1
    store_block
.endm

# Multiplies block s of C by r2. Its load has been started before.
.macro load_block, s
    finish_block_load
    .if s < 3
    start_block_load
    .endif
    mov vr_setup, vpm_columns(s)
    nop
    nop
    nop
    nop
    .rep n, 8
    fmul ra0 + 8 * s + n, vpm, r2
    fmul rb0 + 8 * s + n, vpm, r2
    .endr
.endm

.macro write_block, s
    mov vw_setup, vpm_columns(s)
    .rep n, 8
    scale_pair 8 * s + n
    .endr
    store_block
.endm

::sgemm
    .rep n, 32
    mov ra0 + n, 0;  mov rb0 + n, 0
    .endr
    mov.setf -, unif
    brr.allz -, r:finish
    nop
    nop
    nop

:tile
    # The word that announced the tile is negative if the sums start from C.
    brr.alln -, r:start_from_c
    min r3, elem_num, unif
    mov r1, unif
    mov r5rep, unif

:rows_of_a
    # Element i of r1: address of A(row i, k = 0), by adding the row distance for each bit of i.
    mov r0, unif
    and.setf -, r3, 1
    add.ifnz r1, r1, r0
    add r0, r0, r0
    and.setf -, r3, 2
    add.ifnz r1, r1, r0
    add r0, r0, r0
    and.setf -, r3, 4
    add.ifnz r1, r1, r0
    add r0, r0, r0
    and.setf -, r3, 8
    add.ifnz r1, r1, r0

    # Z marks element 0 and N element 1.
    ldi.setf -, [0,-1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
    mov r2, unif
    mov.ifz r2, unif
    mov.ifn r2, unif
    mov r3, 0
    mov.ifz r3, unif
    mov.ifn r3, -1
    mov r0, 0

    # Requests the first column of A, then enters the loop where a row of B starts.
    add r1, r1, r5;  mov t0s, r1
    brr -, r:row
    nop
    nop
    nop;  ldtmu0

# The k-loop: 67 instructions; 64 of them add and multiply. Entered at `row`.
:k_loop
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif;  ldtmu0
:row
    # After a change of the uniforms' address, two instructions must not read uniforms (docs/videocore4.md,
    # Restrictions 5): the request for the next column of A, and the branch.
    add.setf r2, r2, r3;  mov unif_addr, r2
    add r1, r1, r5;       mov t0s, r1
    brr.allnz -, r:k_loop
    fadd rb31, rb31, r0;  fmul r0, r4, unif
    fadd ra0, ra0, r0;    fmul r0, r4, unif
    fadd rb0, rb0, r0;    fmul r0, r4, unif

    # The last row but one. It requests no further column of A, so nothing outside of A is ever read.
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif;  ldtmu0

    # Before the last row: this QPU owns the VPM from here on. The load of the first block of C runs beside
    # the row.
    mov unif_addr, r2 << 2
    mov r1, mutex
    nop
    mov.setf -, unif
    brr.allz -, r:1f
    nop
    nop
    nop
    start_block_load
:1
    sub r2, r2, -16;      mov unif_addr, r2  # 16 bytes of the control stream have been read
    nop
    nop
    fadd rb31, rb31, r0;  fmul r0, r4, unif
    fadd ra0, ra0, r0;    fmul r0, r4, unif
    fadd rb0, rb0, r0;    fmul r0, r4, unif
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif
    fadd rb31, rb31, r0

    mov unif_addr, r2 << 2
    nop
    nop
    mov r5rep, unif       # alpha
    mov r3, unif          # beta
    mov.setf -, unif
    brr.allz -, r:write_only
    nop
    nop
    nop
    .rep s, 4
    update_block s
    .endr
    brr -, r:tile_done
    nop
    nop
    nop

:write_only
    .rep s, 4
    write_block s
    .endr

:tile_done
    read vw_wait
    mov mutex_rel, r0
    mov.setf -, unif
    brr.allnz -, r:tile
    nop
    nop
    nop

:finish
    finish_job

# Adds beta * C to the registers, which the previous tile left at 0.
:start_from_c
    read mutex
    mov r2, unif          # beta
    start_block_load
    .rep s, 4
    load_block s
    .endr
    brr -, r:rows_of_a
    mov mutex_rel, r0
    nop
    nop
