# SPDX-License-Identifier: Apache-2.0
#
# A matrix product as the articles' kernel does it: 16x64 tiles of C by outer products, 67 instructions for each
# k, then the update of C, one 16x16 block after the other and everything in turn under the mutex: load, wait,
# read, scale and add, write, store, wait. Uniforms, registers and the loop are those of our sgemm
# (qpu/kernels/sgemm.qasm, where they are explained); that kernel differs in overlapping the update.

.set SEMAPHORE_DONE, 0
.set vpm_columns(s) 0x1200 + (s << 4)

.macro steps_3_to_62
    .rep n, 30
    fadd ra1 + n, ra1 + n, r0;  fmul r0, r4, unif
    fadd rb1 + n, rb1 + n, r0;  fmul r0, r4, unif
    .endr
.endm

.macro scale_and_add_pair, i
    mov r0, vpm
    fmul r0, r0, r3
    fmul r1, ra0 + i, r5
    fadd vpm, r0, r1
    mov r0, vpm
    fmul r0, r0, r3
    fmul r1, rb0 + i, r5
    fadd vpm, r0, r1
.endm

# The number of further loads is 0; the set-up of the next block's load comes before this block's store.
.macro update_block, s
    mov -, unif
    read vr_wait
    mov vr_setup, vpm_columns(s)
    mov vw_setup, vpm_columns(s)
    nop
    nop
    nop
    .rep n, 8
    scale_and_add_pair 8 * s + n
    .endr
    .if s < 3
    mov ra0 + 8 * s, unif
    mov rb0 + 8 * s, unif
    mov ra1 + 8 * s, unif
    .endif
    mov -, unif
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    read vw_wait
    .if s < 3
    mov vr_setup, ra0 + 8 * s
    mov vr_setup, rb0 + 8 * s
    mov vr_addr, ra1 + 8 * s
    .endif
.endm

::outer_products
    .rep n, 32
    mov ra0 + n, 0;  mov rb0 + n, 0
    .endr
    mov.setf -, unif
    brr.allz -, r:finish
    nop
    nop
    nop

:tile
    min r3, elem_num, unif
    mov r1, unif
    mov r5rep, unif
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
    ldi.setf -, [0,-1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
    mov r2, unif
    mov.ifz r2, unif
    mov.ifn r2, unif
    mov r3, 0
    mov.ifz r3, unif
    mov.ifn r3, -1
    mov r0, 0
    add r1, r1, r5;  mov t0s, r1
    brr -, r:row
    nop
    nop
    nop;  ldtmu0

:k_loop
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif;  ldtmu0
:row
    add.setf r2, r2, r3;  mov unif_addr, r2
    add r1, r1, r5;       mov t0s, r1
    brr.allnz -, r:k_loop
    fadd rb31, rb31, r0;  fmul r0, r4, unif
    fadd ra0, ra0, r0;    fmul r0, r4, unif
    fadd rb0, rb0, r0;    fmul r0, r4, unif
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif;  ldtmu0

    # The last row.
    mov unif_addr, r2
    nop
    nop
    fadd rb31, rb31, r0;  fmul r0, r4, unif
    fadd ra0, ra0, r0;    fmul r0, r4, unif
    fadd rb0, rb0, r0;    fmul r0, r4, unif
    steps_3_to_62
    fadd ra31, ra31, r0;  fmul r0, r4, unif
    fadd rb31, rb31, r0

    mov unif_addr, r2 << 2
    mov r1, mutex
    nop
    mov -, unif
    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    mov r5rep, unif       # alpha
    mov r3, unif          # beta
    mov -, unif
    .rep s, 4
    update_block s
    .endr
    mov mutex_rel, r0
    .rep n, 32
    mov ra0 + n, 0;  mov rb0 + n, 0
    .endr
    mov.setf -, unif
    brr.allnz -, r:tile
    nop
    nop
    nop

:finish
    srel -, SEMAPHORE_DONE
    mov.setf r0, unif
    brr.allz -, r:end
    nop
    nop
    nop
:1
    sub.setf r0, r0, 1
    brr.allnz -, r:1b
    sacq -, SEMAPHORE_DONE
    nop
    nop
    mov interrupt, 1
:end
    thrend
    nop
    nop
