# Adds 10 to ra0 too early after its write, and stores the sum. Uniforms: the address of the result.
.include <vc4.qinc>
.set base, 0x40000000
:start
    mov vw_setup, vpm_setup(1, 1, h32(0))
    mov r0, 10
    mov ra0, elem_num
    add vpm, ra0, r0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
    thrend
    nop
    nop
.align 64
:uniforms
    .int base + (:result - :start)
.align 64
:result
    .rep i, 16
    .int 0
    .endr
