# Gives back a mutex that it does not have, and then stores where no memory is. Uniforms: the wrong address.
.include <vc4.qinc>
:start
    mov mutex_rel, 0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
    thrend
    nop
    nop
.align 64
:uniforms
    .int 0x50000000
