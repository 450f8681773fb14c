# SPDX-License-Identifier: Apache-2.0
#
# sgemm with both operands from the TMUs: C = alpha * op(A) * op(B) + beta * C by outer products. beta * C is added at
# the end, as in BLAS, or is the start of the sums.
#
# sgemm.qasm takes one operand as uniforms and waits for them: for each of its QPUs, a slice fetches less than one word
# per instruction. Here nothing of the k-loop comes as uniforms.
#
# Each QPU computes tiles of C of 12 rows by 64 columns, one after the other. Element i of a vector is column i of a
# block of 16 columns, and each row of the tile has four vectors:
#
#     row r, columns  0 to 15     c0(r)            r = 0..11
#     row r, columns 16 to 31     c3(r)
#     row r, columns 32 to 47     c1(r)
#     row r, columns 48 to 63     c2(r)
#
# For each k the TMUs deliver a row of op(B), 64 elements in four vectors b0 to b3, and a column of op(A), 12
# elements in the vector r0. A rotation brings element r of that column to lane 0, from where r5 spreads it to all
# lanes; it is used for four products. So a row of the tile takes five instructions of the multiply ALU: one
# rotation, four products. The add ALU adds four products, each one instruction after it was
# formed, and has one instruction left. These 12 free places for each k do all the rest: they move what the TMUs
# deliver to registers, ask for what comes next, and advance the addresses.
#
#     instruction   multiply ALU               add ALU
#         0         r5 = element r of r0       c3(r - 1) += product
#         1         product = b0 * r5          free
#         2         product = b1 * r5          c0(r) += product
#         3         product = b2 * r5          c1(r) += product
#         4         product = b3 * r5          c2(r) += product
#
# The row of B is kept twice: while one set of b0 to b3 is multiplied, the other is filled for the next k. So the
# loop does two steps: 122 instructions for 96 products and as many sums; in 120 of them the multiply ALU works.
#
# Each TMU has at most four requests of a QPU under way (docs/videocore4.md, TMU): TMU1 those of a row of B, TMU0
# two columns of A. A request leaves one step before its answer is taken.
#
# A tile may have fewer blocks of 16 columns, at the right edge of C or where C is small: there is a loop for each number
# of blocks v, whose rows have v + 1 instructions. Three blocks are c0, c3, c1, two are c0, c3, and one is c3: the last
# product of a row is always added to c3. b0, b1 and so on belong to the blocks that there are, in the order c0, c1, c2, c3.
#
# In an instruction both ALUs may read one register of each file, and a rotation takes the place of the one in file
# B. So c3, which is added beside the rotation, is in file A, and so is b0, beside which the free places read
# registers of file B.
#
# Accumulators in the k-loop:
#     r0  the column of A that is used; lanes 12 to 15 repeat its last row
#     r1  address of the row of B that is asked for last: of its elements 0 to 15
#     r2  the product that is added next
#     r3  addresses of the column of A that is asked for next
#
# Uniforms (qpu/kernels/sgemm_tmu_plan.cpp writes them in this order; it puts the first list of each tile before
# the last of the tile before, because that is when the first requests of a tile are made):
#   for each tile, first:
#     1                        a tile follows
#     columns - 1, address of B(k = 0, column 0), distance of rows in B
#     rows - 1, address of A(row 0, k = 0), distance of rows in A, distance of columns in A
#   second:
#     address of the code that waits for other QPUs: one of sgemm_tmu_wait_pair or _slice, or sgemm_tmu_go
#     address of the code for its number of blocks: sgemm_tmu_start_v
#     address of its first step: sgemm_tmu_odd_v for an odd K, sgemm_tmu_even_v for an even one, sgemm_tmu_end_v for 2
#     passes of the k-loop     (K - 1) / 2
#     sums start from C?       then: VPM set-up of row 0, what it grows by from row to row, DMA loads, beta
#   last:
#     alpha, C is read?        then: DMA loads, beta
#     VPM set-up of row 0, what it grows by from row to row
#     DMA stores of rows 0 to 5, DMA stores of rows 6 to 11
# and at the end, in place of a first list:
#     0, and behind the last list: number of QPUs to wait for (the first QPU waits for all; 0 for the others)
# DMA stores: their number, then three words each: two set-ups and an address. DMA loads: before that, how many times three
# vectors of the VPM are cleared: 16 for a tile that is not full, else 0. Missing rows and columns are
# computed as well, from the last ones that exist, and not stored. K is at least 2.

.include <vc4.qinc>

.set SEMAPHORE_STEP, 1      # and the 11 after it, one for each QPU

.set rows_of_tile, 12

.set c0(r) rb0 + r
.set c1(r) rb12 + r
.set c2(r) ra0 + r
.set c3(r) ra12 + r

# Set s of b0 to b3, s = 0 or 1.
.set b0(s) ra24 + 3 * s
.set b1(s) ra25 + 3 * s
.set b2(s) ra26 + 3 * s
.set b3(s) rb24 + s

.set to_block_1, rb26       # from the addresses of elements 0 to 15 of a row of B to those of 16 to 31
.set to_block_2, rb27       # ... of 32 to 47
.set to_block_3, rb28       # ... of 48 to 63
.set next_row_of_b, rb29    # bytes
.set next_column_of_a, rb30 # bytes
.set first_step, ra30       # address
.set passes, ra31           # of the k-loop that are left

# Outside of the k-loop:
.set next_tile, ra31        # whether one follows
.set vpm_row_step, ra29
.set tile_code, ra28        # address
.set wait_code, ra26        # address
.set beta, ra27
.set saved_r1, ra26
.set saved_r3, ra25

# Where b1, b2 and b3 come from: b1 from block 2 (but block 1 of two), b2 from block 3 (but block 1 of three), b3 from
# block 1.
.set to_b1(v) to_block_1 + (v != 2)
.set to_b2(v) to_block_1 + 2 * (v != 3)
.set to_b3(v) to_block_1

# ---- The k-loop, for tiles of v blocks of 16 columns. s is the set of vectors of B that is multiplied.

# Lines of products end with a semicolon: a signal on the next line joins their instruction.

.macro spread_element, r
    .lset before, (r + rows_of_tile - 1) % rows_of_tile
    fadd c3(before), c3(before), r2;  mov r5rep, r0 << r
.endm

# The products of a row but for the first one.
.macro more_products, v, r, s
    .if v > 1
    fadd c0(r), c0(r), r2;  fmul r2, b1(s), r5;
    .endif
    .if v > 2
    fadd c1(r), c1(r), r2;  fmul r2, b2(s), r5;
    .endif
    .if v > 3
    fadd c2(r), c2(r), r2;  fmul r2, b3(s), r5;
    .endif
.endm

# A row whose free place stays empty.
.macro row, v, r, s
    spread_element r
    fmul r2, b0(s), r5;
    more_products v, r, s
.endm

# A row that keeps what the TMU delivered.
.macro row_take, v, r, s, target
    spread_element r
    mov target, r4;                 fmul r2, b0(s), r5;
    more_products v, r, s
.endm

# A row that asks for elements of the row of B at r1, `distance` behind its first; if `ask`.
.macro row_ask, v, r, s, ask, distance
    .if ask
    spread_element r
    add t1s, r1, distance;          fmul r2, b0(s), r5;
    more_products v, r, s
    .else
    row v, r, s
    .endif
.endm

# Rows 0 to 8 of a step: the other set is filled for the next k and, if `ask`, the k after that is asked for.
.macro rows_0_to_8, v, s, ask
    .lset t, 1 - s
    spread_element 0
    add r1, r1, next_row_of_b;      fmul r2, b0(s), r5;
    more_products v, 0, s
    ;ldtmu1
    row_take v, 1, s, b0(t)
    row_ask v, 2, s, ask, 0
    .if v > 1
    ;ldtmu1
    row_take v, 3, s, b1(t)
    .else
    row v, 3, s
    .endif
    row_ask v, 4, s, ask && v > 1, to_b1(v)
    .if v > 2
    ;ldtmu1
    row_take v, 5, s, b2(t)
    .else
    row v, 5, s
    .endif
    row_ask v, 6, s, ask && v > 2, to_b2(v)
    .if v > 3
    ;ldtmu1
    row_take v, 7, s, b3(t)
    .else
    row v, 7, s
    .endif
    row_ask v, 8, s, ask && v > 3, to_b3(v)
.endm

# A whole step. A write to TMU0 stays out of the delay slots behind it (docs/videocore4.md, Restrictions 20).
.macro step, v, s, ask
    rows_0_to_8 v, s, ask
    .if ask
    spread_element 9
    mov t0s, r3;                    fmul r2, b0(s), r5;
    more_products v, 9, s
    .else
    row v, 9, s
    .endif
    spread_element 10
    add r3, r3, next_column_of_a;   fmul r2, b0(s), r5;
    more_products v, 10, s
    ;ldtmu0
    row_take v, 11, s, r0
.endm

.macro last_step, v, s
    .rep r, rows_of_tile
    row v, r, s
    .endr
    fadd c3(rows_of_tile - 1), c3(rows_of_tile - 1), r2
.endm

# Takes a block of the row of B for the first k into both sets.
.macro take_block, set_0, set_1
    nop;  ldtmu1
    mov set_0, r4
    mov set_1, r4
.endm

# Takes the answers for the first k, always of four blocks, in the order of the columns. Then makes the requests for the
# second k, in the order in which the loop takes their answers.
.macro take_first, v
    add r1, r1, next_row_of_b
    take_block b0(0), b0(1)
    mov t1s, r1
    .if v == 1
    nop;  ldtmu1
    nop;  ldtmu1
    nop;  ldtmu1
    .elseif v == 2
    take_block b1(0), b1(1)
    add t1s, r1, to_b1(v)
    nop;  ldtmu1
    nop;  ldtmu1
    .elseif v == 3
    take_block b2(0), b2(1)
    add t1s, r1, to_b1(v)
    take_block b1(0), b1(1)
    add t1s, r1, to_b2(v)
    nop;  ldtmu1
    .else
    take_block b3(0), b3(1)
    add t1s, r1, to_b1(v)
    take_block b1(0), b1(1)
    add t1s, r1, to_b2(v)
    take_block b2(0), b2(1)
    add t1s, r1, to_b3(v)
    .endif
    mov t0s, r3
    nop;  ldtmu0
    bra -, first_step
    mov r0, r4
    add r3, r3, next_column_of_a
    nop
.endm

# ---- Before and after it

# Computes how far the addresses of the next 16 elements of a row of B are from those of the first 16. r0: the latter, less
# the start of the row. r1: columns - 1. r2: element numbers before. r5: 16. Elements past the last column repeat it.
.macro distance_of_block, target
    add r2, r2, r5
    min r3, r2, r1
    shl r3, r3, 2
    sub target, r3, r0
.endm

# Reads the first list of a tile, and asks for its first k.
.macro request_first
    mov r1, unif
    min r0, elem_num, r1
    shl r0, r0, 2
    mov r2, elem_num
    ldi r5rep, 16
    distance_of_block to_block_1
    distance_of_block to_block_2
    distance_of_block to_block_3
    add r1, r0, unif
    mov t1s, r1
    add t1s, r1, to_block_1
    add t1s, r1, to_block_2
    add t1s, r1, to_block_3
    mov next_row_of_b, unif
    min r0, elem_num, unif
    mov r3, unif
    mov r2, unif
    mul24 r0, r0, r2
    add r3, r3, r0
    mov t0s, r3
    mov next_column_of_a, unif
    nop
    add r3, r3, next_column_of_a
.endm

# Reads old elements of C into the VPM. Where a tile is not full, the VPM is cleared before.
.macro load_c
    mov.setf r0, unif           # number of rows to clear
    brr.allz -, r:2f
    mov vw_setup, vpm_setup(1, 1, h32(0))
    nop
    nop
:1
    sub.setf r0, r0, 1
    brr.allnz -, r:1
    mov vpm, 0
    mov vpm, 0
    mov vpm, 0
:2
    mov.setf r0, unif           # number of DMA loads
:3
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    sub.setf r0, r0, 1
    brr.allnz -, r:3
    read vr_wait
    nop
    nop
.endm

# DMA stores. The last one is still under way afterwards.
.macro store_c
    mov.setf r2, unif
    brr.allz -, r:2f
    nop
    nop
    nop
:1
    read vw_wait
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    sub.setf r2, r2, 1
    brr.allnz -, r:1
    nop
    nop
    nop
:2
.endm

# alpha * row r to the VPM. r0: VPM set-up of the row, r5: alpha. The row of the tile is 0 afterwards.
.macro write_row, r
    add r0, r0, vpm_row_step;  mov vw_setup, r0
    .foreach c, c0(r), c3(r), c1(r), c2(r)
    sub c, r5, r5;             fmul vpm, c, r5
    .endfor
.endm

# The same, and beta * row of C, which is in the VPM.
.macro update_row, r
    mov vr_setup, r0
    add r0, r0, vpm_row_step;  mov vw_setup, r0
    fmul r1, c0(r), r5
    nop
    nop
    sub c0(r), r5, r5;         fmul r2, vpm, beta
    fadd vpm, r1, r2;          fmul r3, c3(r), r5
    sub c3(r), r5, r5;         fmul r2, vpm, beta
    fadd vpm, r3, r2;          fmul r1, c1(r), r5
    sub c1(r), r5, r5;         fmul r2, vpm, beta
    fadd vpm, r1, r2;          fmul r3, c2(r), r5
    sub c2(r), r5, r5;         fmul r2, vpm, beta
    fadd vpm, r3, r2
.endm

# beta * row r of C to the tile. r5: beta.
.macro start_row, r
    mov vr_setup, r0
    add r0, r0, vpm_row_step
    nop
    nop
    nop
    .foreach c, c0(r), c3(r), c1(r), c2(r)
    fmul c, vpm, r5
    .endfor
.endm

::sgemm_tmu
    .rep n, 24
    mov ra0 + n, 0;  mov rb0 + n, 0
    .endr
    mov.setf -, unif
    brr.allz -, r:tmu_finish
    nop
    nop
    nop
    request_first

:tmu_tile
    mov wait_code, unif
    nop
    bra -, wait_code
    nop
    nop
    nop

# Two QPUs that use the same TMU begin a tile at the same time. Their tiles have the same columns of B, so that one
# of them finds in the TMU's cache what the other has fetched, and that keeps them in step.
::sgemm_tmu_wait_pair
    .rep qpu, 12
    srel -, SEMAPHORE_STEP + qpu
    brr -, r:sgemm_tmu_go
    sacq -, SEMAPHORE_STEP + (qpu ^ 1)
    nop
    nop
    .endr

# The four QPUs of a slice begin a tile at the same time. Their tiles have the same columns of B, so the pair that is
# behind finds in the L2C what the other one has fetched. The first QPU of the slice waits for the three others,
# whose semaphores let them go on.
::sgemm_tmu_wait_slice
    .rep qpu, 12
    .if qpu % 4 == 0
    sacq -, SEMAPHORE_STEP + qpu
    sacq -, SEMAPHORE_STEP + qpu
    sacq -, SEMAPHORE_STEP + qpu
    brr -, r:sgemm_tmu_go
    srel -, SEMAPHORE_STEP + qpu + 1
    srel -, SEMAPHORE_STEP + qpu + 2
    srel -, SEMAPHORE_STEP + qpu + 3
    .else
    srel -, SEMAPHORE_STEP + qpu - qpu % 4
    brr -, r:sgemm_tmu_go
    sacq -, SEMAPHORE_STEP + qpu
    nop
    nop
    nop
    nop
    .endif
    .endr

::sgemm_tmu_go
    mov tile_code, unif
    mov first_step, unif
    mov passes, unif
    mov.setf -, unif            # sums start from C?
    brr.allnz -, r:tmu_start_from_c
    mov r2, 0
    nop
    nop
    bra -, tile_code
    nop
    nop
    nop

::sgemm_tmu_start_4
    take_first 4
::sgemm_tmu_even_4
    step 4, 0, 1
::sgemm_tmu_odd_4
    sub.setf passes, passes, 1
    step 4, 1, 1
    .back 3
    brr.allnz -, r:sgemm_tmu_even_4
    .endb
::sgemm_tmu_end_4
    step 4, 0, 0
    last_step 4, 1

:tmu_write
    # The first requests of the next tile are under way while this one is written.
    mov.setf next_tile, unif
    brr.allz -, r:1f
    nop
    nop
    nop
    request_first
:1
    mov r5rep, unif             # alpha
    read mutex
    mov.setf -, unif            # C is read?
    brr.allnz -, r:tmu_update
    nop
    nop
    nop

    mov r0, unif
    mov vpm_row_step, unif
    nop
    .rep r, 6
    write_row r
    .endr
    store_c
    .rep r, 6
    write_row 6 + r
    .endr
    store_c

:tmu_written
    mov.setf -, next_tile
    brr.allnz -, r:tmu_tile
    read vw_wait
    mov mutex_rel, r0
    nop

:tmu_finish
    finish_job

:tmu_update
    load_c
    mov beta, unif
    mov r0, unif
    mov vpm_row_step, unif
    mov saved_r1, r1
    mov saved_r3, r3
    .rep r, 6
    update_row r
    .endr
    store_c
    .rep r, 6
    update_row 6 + r
    .endr
    store_c
    brr -, r:tmu_written
    mov r1, saved_r1
    mov r3, saved_r3
    nop

:tmu_start_from_c
    read mutex
    mov beta, unif              # the VPM set-up, until it is used
    mov vpm_row_step, unif
    load_c
    mov r5rep, unif             # beta
    mov r0, beta
    .rep r, rows_of_tile
    start_row r
    .endr
    bra -, tile_code
    mov mutex_rel, r0
    mov r2, 0
    nop

# Tiles of 48, 32 and 16 columns.

::sgemm_tmu_start_3
    take_first 3
::sgemm_tmu_even_3
    step 3, 0, 1
::sgemm_tmu_odd_3
    sub.setf passes, passes, 1
    step 3, 1, 1
    .back 3
    brr.allnz -, r:sgemm_tmu_even_3
    .endb
::sgemm_tmu_end_3
    step 3, 0, 0
    last_step 3, 1
    brr -, r:tmu_write
    nop
    nop
    nop

::sgemm_tmu_start_2
    take_first 2
::sgemm_tmu_even_2
    step 2, 0, 1
::sgemm_tmu_odd_2
    sub.setf passes, passes, 1
    step 2, 1, 1
    .back 3
    brr.allnz -, r:sgemm_tmu_even_2
    .endb
::sgemm_tmu_end_2
    step 2, 0, 0
    last_step 2, 1
    brr -, r:tmu_write
    nop
    nop
    nop

::sgemm_tmu_start_1
    take_first 1
::sgemm_tmu_even_1
    step 1, 0, 1
::sgemm_tmu_odd_1
    sub.setf passes, passes, 1
    step 1, 1, 1
    .back 3
    brr.allnz -, r:sgemm_tmu_even_1
    .endb
::sgemm_tmu_end_1
    step 1, 0, 0
    last_step 1, 1
    brr -, r:tmu_write
    nop
    nop
    nop
