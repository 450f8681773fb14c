# Two QPUs add up, and store their sums to rows that follow each other. Each round replaces eight instructions by
# one of two sets, loads its row with a TMU, and counts a semaphore up and down.
# Uniforms: rounds, address of the first row.
.include <vc4.qinc>
.set base, 0x40000000
:start
    mov ra0, unif
    mov ra1, unif
    mov rb1, unif
    mov r1, 0
    ldi r3, 64
:loop
    mov -, mutex_acq
    xor rb1, rb1, r3
    mov vr_setup, vdr_setup_0(1, 16, 1, vdr_h32(1, 6, 0))
    mov vr_addr, rb1
    read vr_wait
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(6, 0))
    ldi vw_addr, base + (:replaced - :start)
    read vw_wait
    brr -, :replaced
    nop
    nop
    nop
.align 64
:replaced
    .rep i, 8
    nop
    .endr
    mov vw_setup, vpm_setup(1, 1, h32(5))
    mov vpm, r1
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(5, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, ra1
    read vw_wait
    mov mutex_rel, 0
    srel -, 4
    mul24 r0, elem_num, 4
    add t0s, ra1, r0
    ldi r2, 2048
    nop; ldtmu0
    add r1, r1, r4
    sacq -, 4
    sub.setf ra0, ra0, 1
    brr.allnz -, :loop
    add ra1, ra1, r2
    nop
    nop
    mov interrupt, 1
    thrend
    nop
    nop
.align 64
    .rep i, 8 # so that the next address is a multiple of 128
    nop
    .endr
:once
    add r1, r1, elem_num
    .rep i, 7
    nop
    .endr
:twice
    add r1, r1, elem_num
    add r1, r1, qpu_num
    .rep i, 6
    nop
    .endr
:uniforms
    .int 40, base + 0x1000, base + (:once - :start)
    .int 40, base + 0x1400, base + (:once - :start)
