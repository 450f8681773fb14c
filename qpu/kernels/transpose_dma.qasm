# SPDX-License-Identifier: Apache-2.0
#
# transpose_load and transpose_store: a tiled transpose by the DMA engines alone, for matrices too small for transpose.qasm.
#
# The article's tile in local memory is a slot of 16 rows of the VPM here. A tile of the input is loaded into rows of the VPM
# and stored from its columns, so there are no bank conflicts and no padding. One QPU drives the load engine, another the
# store engine, and neither touches the data. So the programs are short: they are a few lines to fetch, and two QPUs to start.
#
# The QPUs pass slots to each other by two semaphores, so that the load of a tile runs beside the store of the tile before:
#
#     SEMAPHORE_FREE: the store gives back a slot, the load takes it
#     SEMAPHORE_FULL: the load gives a slot, the store takes it
#
# If there is only one QPU, transpose_alone loads and stores in turn. It needs no slot but one.
#
# Uniforms of each (qpu/kernels/transpose_dma_plan.cpp writes them), for each tile:
#     number of DMA operations, not 0; transpose_alone: of the loads
#     for each: two set-up words and the address
#     transpose_alone: the same for the stores
# and 0 at the end.

.set SEMAPHORE_FREE, 1      # slots that may be loaded
.set SEMAPHORE_FULL, 2      # slots that may be stored
.set SLOTS, 4

# DMA loads, one after the other; `count` is an accumulator that holds their number.
.macro load_counted, count
:1
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    sub.setf count, count, 1
    read vr_wait
    brr.allnz -, r:1
    nop
    nop
    nop
.endm

::transpose_load
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    sacq -, SEMAPHORE_FREE
    load_counted r0
    brr -, r:transpose_load
    srel -, SEMAPHORE_FULL
    nop
    nop
:2
    # All slots are returned before the end: semaphores keep their values from program to program.
    .rep n, SLOTS
    sacq -, SEMAPHORE_FREE
    .endr
    mov interrupt, 1
    thrend
    nop
    nop

::transpose_store
    .rep n, SLOTS
    srel -, SEMAPHORE_FREE
    .endr
:transpose_store_next
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    sacq -, SEMAPHORE_FULL
    store_counted r0
    brr -, r:transpose_store_next
    srel -, SEMAPHORE_FREE
    nop
    nop
:2
    thrend
    nop
    nop

::transpose_alone
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    load_counted r0
    store_each r0
    brr -, r:transpose_alone
    nop
    nop
    nop
:2
    mov interrupt, 1
    thrend
    nop
    nop
