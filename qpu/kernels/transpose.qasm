# SPDX-License-Identifier: Apache-2.0
#
# transpose: a tiled transpose by the TMUs, the VPM and the DMA store engine.
#
# The article's tile in local memory is 16 rows of the VPM here. QPUs write rows of the input, which the TMUs deliver, into
# columns of the VPM; the store engine takes rows. So there are no bank conflicts and no padding.
#
# The store engine takes little more time for a long row than for a short one, and more for one that begins in another 4 KB
# of memory than the row before. So rows are twice as long as the VPM is wide: half of the lanes load from another row of the
# input, 16 words further down, and a piece of a row of the output is in two rows of the VPM, one behind the other:
#
#     full tiles, 8 rows of 32 words:    lanes 2 c and 2 c + 1: the halves of row c
#     narrow tiles, 16 rows of 16 words: lane c: row c
#
# A tile has 16 vectors, one for each word of those halves. If elements have two words, vectors 2 r and 2 r + 1 are the first
# and the second word of the elements of row r of the input.
#
# Each QPU computes one tile after the other in 16 rows of the VPM of its own. Vectors 0, 2, .. 14 come from TMU0 and vectors
# 1, 3, .. 15 from TMU1. Each TMU has four requests of a QPU under way (docs/videocore4.md, TMU), from the first tile to the
# last: while the second half of a tile is taken, the first half of the next one is asked for.
#
# Uniforms (qpu/kernels/transpose_tmu_plan.cpp writes them):
#     log2 of an element's bytes, set-up of VPM writes, the first request of the first tile
#   for each tile:
#     the first request of the next tile; behind the last tile: of any tile, nothing comes of it
#     number of DMA stores, not 0; for each: two set-up words and the address
#     whether a tile follows
#   at the end: number of QPUs to wait for (the first QPU waits for all; 0 for the others)
# First request:
#     1 for a full tile, 0 for a narrow one
#     last column of the input that lanes read; lanes behind it read the same
#     bytes from a row of the input to the one that odd lanes read
#     address of vector 0, bytes from there to vector 1
#     bytes from a vector to the next of the same TMU, and the most for each TMU; vectors behind that are the same

.include <vc4.qinc>

.set element_shift, ra0
.set vpm_setup, rb0
.set base0, ra1             # of the first vector of each TMU, an address for each lane
.set base1, rb1
.set step, ra2
.set most0, rb2
.set most1, rb3
.set offset0, r0
.set offset1, r1

.macro first_request
    mov r2, unif
    shr r3, elem_num, r2
    and r2, elem_num, r2
    min r3, r3, unif
    shl r3, r3, element_shift
    sub r2, 0, r2               # all ones for odd lanes
    and r2, r2, unif
    add r3, r3, r2
    add r3, r3, unif
    mov base0, r3
    add base1, r3, unif
    mov step, unif
    mov most0, unif
    mov most1, unif
    mov offset0, 0
    mov offset1, 0
.endm

.macro ask0
    add t0s, base0, offset0
    add offset0, offset0, step
    min offset0, offset0, most0
.endm

.macro ask1
    add t1s, base1, offset1
    add offset1, offset1, step
    min offset1, offset1, most1
.endm

.macro take_and_ask
    ldtmu0
    mov vpm, r4
    ask0
    ldtmu1
    mov vpm, r4
    ask1
.endm

::transpose
    mov element_shift, unif
    mov vpm_setup, unif
    first_request
    .rep n, 4
    ask0
    ask1
    .endr

:transpose_tile
    mov vw_setup, vpm_setup
    .rep n, 4
    take_and_ask
    .endr
    first_request
    .rep n, 4
    take_and_ask
    .endr

    read mutex
    store_each r2

    mov.setf -, unif
    brr.allnz -, r:transpose_tile
    mov mutex_rel, r0
    nop
    nop

    .rep n, 4
    ldtmu0
    ldtmu1
    .endr
    finish_job
