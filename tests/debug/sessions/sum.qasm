# Adds the element numbers to r1, twice a round, and stores the sum. Uniforms: rounds, address of the result.
.include <vc4.qinc>
.set base, 0x40000000
.macro add_twice, register, what
    add register, register, what
    add register, register, what
.endm
:start
    mov ra0, unif
    mov ra1, unif
    mov r1, 0
:loop
    add_twice r1, elem_num
    sub.setf ra0, ra0, 1
    brr.allnz -, :loop
    nop
    nop
    nop
:store
    mov vw_setup, vpm_setup(1, 1, h32(5))
    mov vpm, r1
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(5, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, ra1
    read vw_wait
    mov interrupt, 1
    thrend
    nop
    nop
.align 64
:uniforms
    .int 3, base + (:result - :start)
.align 64
:result
    .rep i, 16
    .int 0
    .endr
