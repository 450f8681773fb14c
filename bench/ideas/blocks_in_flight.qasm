# SPDX-License-Identifier: Apache-2.0
#
# Tiles of 16 rows by 64 columns as the articles' sgemm writes them: LOOPS times ten instructions of arithmetic, then four blocks
# of 16 rows by 16 columns through the VPM. With IN_FLIGHT=0 the mutex is held for the whole tile and each block goes through the
# same 16 rows of the VPM; with IN_FLIGHT=1 each block has its own 16 rows and a semaphore, and four QPUs are at it at a time.
# Uniforms: tiles, first QPU?, loops; for each tile, for each block: set-up of VPM writes, set-up of the store, its stride, its
# address.
    mov ra0, unif               # tiles
.if IN_FLIGHT
    mov.setf -, unif
    brr.allz -, r:tile
    nop
    nop
    nop
    .rep s, 4
    srel -, s
    .endr
.else
    mov -, unif
.endif
:tile
    mov r0, unif
:compute
    sub.setf r0, r0, 1
    .rep i, 5
    nop
    .endr
    brr.allnz -, r:compute
    nop
    nop
    nop
.if !IN_FLIGHT
    read mutex
.endif
    .rep s, 4
.if IN_FLIGHT
    sacq -, s
.endif
    mov vw_setup, unif
    .rep row, 16
    mov vpm, r0
    .endr
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    read vw_wait
.if IN_FLIGHT
    srel -, s
.endif
    .endr
.if !IN_FLIGHT
    mov mutex_rel, r0
.endif
    mov r0, ra0
    sub.setf ra0, r0, 1
    brr.allnz -, r:tile
    nop
    nop
    nop
    thrend
    nop
    nop
