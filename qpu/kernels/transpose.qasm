# SPDX-License-Identifier: Apache-2.0
#
# transpose: a tiled transpose by the DMA engines alone.
#
# The article's tile in local memory is a slot of 16 rows of the VPM here. A tile of the input is loaded into
# VPM rows and stored from VPM columns, so there are no bank conflicts and no padding. One QPU drives the load
# engine, another the store engine. They pass slots to each other by two semaphores, so loads and stores
# overlap. Neither QPU touches the data.
#
# Uniforms of both (qpu/kernels/transpose_job.cpp writes them), for each tile:
#     number of DMA operations, not 0
#     for each: two set-up words and the address
# and 0 at the end.

.set SEMAPHORE_FREE, 0   # slots that may be loaded
.set SEMAPHORE_FULL, 1   # slots that may be stored
.set SLOTS, 4

# Runs the loads of a tile; r0 holds their number.
.macro load_tile
:1
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    sub.setf r0, r0, 1
    read vr_wait
    brr.allnz -, r:1
    nop
    nop
    nop
.endm

.macro store_tile
:1
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    sub.setf r0, r0, 1
    read vw_wait
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
    load_tile
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
:store_next
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    sacq -, SEMAPHORE_FULL
    store_tile
    brr -, r:store_next
    srel -, SEMAPHORE_FREE
    nop
    nop
:2
    thrend
    nop
    nop

# Loads and stores by one QPU, in turn: the stores of a tile follow its loads in the uniforms.
::transpose_alone
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    load_tile
    mov r0, unif
    store_tile
    brr -, r:transpose_alone
    nop
    nop
    nop
:2
    mov interrupt, 1
    thrend
    nop
    nop
