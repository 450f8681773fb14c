# SPDX-License-Identifier: Apache-2.0
# Code of board_program.cpp.
.include <vc4.qinc>

:loops                       # byte 0: never ends
    brr -, :loops
    nop
    nop
    nop

:sums                        # byte 32: a uniform and the element numbers, to the address in the next uniform
    mov vw_setup, vpm_setup(1, 1, h32(0))
    add vpm, elem_num, unif
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
    mov interrupt, 1
    thrend
    nop
    nop

:sums_and_loops              # byte 112: the same, and goes on for ever
    mov vw_setup, vpm_setup(1, 1, h32(0))
    add vpm, elem_num, unif
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
:again
    brr -, :again
    nop
    nop
    nop
