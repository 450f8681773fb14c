# SPDX-License-Identifier: Apache-2.0
#
# Small programs for `quadcl-doctor --selftest`: each makes 16 words of 16 words. tools/selftest.cpp writes their uniforms.

.include <vc4.qinc>

# r0: the input, by a TMU. Uniform: its address.
.macro take_by_tmu
    shl r0, elem_num, 2
    add r0, r0, unif
    mov t0s, r0
    nop; ldtmu0
    mov r0, r4
.endm

# The output is r0. Uniforms: VPM set-up for writing a row, DMA set-up for storing it, address of the output.
.macro store_and_end
    mov vw_setup, unif
    mov vpm, r0
    read mutex
    mov vw_setup, unif
    mov vw_setup, vdw_setup_1(0)
    mov vw_addr, unif
    read vw_wait
    mov mutex_rel, r0
    thrend
    nop
    nop
.endm

::copy_by_tmu
    take_by_tmu
    store_and_end

# Uniforms: DMA set-up for loading a row of the VPM, address of the input, VPM set-up for reading the row.
::copy_by_dma
    read mutex
    mov vr_setup, unif
    mov vr_addr, unif
    read vr_wait
    mov mutex_rel, r0
    mov vr_setup, unif
    nop
    nop
    nop
    mov r0, vpm
    store_and_end

::integers
    take_by_tmu
    shr r1, r0, 7
    mul24 r2, r0, r1
    xor r1, r1, r2
    sub.setf r2, r1, r0
    add.ifn r1, r1, r2
    clz r2, r1
    ror r1, r1, r2
    min r0, r0, r1
    store_and_end

::floats
    take_by_tmu
    itof r1, r0
    mov r2, 0.125
    fmul r2, r1, r2
    fadd r2, r2, r1
    fsub.setf r3, r1, r2
    fmul.ifn r2, r2, r2
    fmaxabs r0, r2, r1
    store_and_end

::special_functions
    take_by_tmu
    itof r1, r0
    fmaxabs r1, r1, r1
    mov recip, r1
    nop
    nop
    mov r2, r4
    mov recipsqrt, r1
    nop
    nop
    fadd r2, r2, r4
    mov log, r1
    nop
    nop
    fadd r2, r2, r4
    mov exp, r2
    nop
    nop
    fadd r0, r2, r4
    store_and_end

::rotations
    take_by_tmu
    nop
    mov r1, r0 << 3
    nop
    mov r2, r1 << 8
    add r0, r1, r2
    store_and_end

# A branch for each of 100 times.
::loop
    take_by_tmu
    mov r1, 100
:1
    sub.setf r1, r1, 1
    brr.allnz -, r:1b
    add r0, r0, elem_num
    xor r0, r0, r1
    nop
    store_and_end

# Every QPU gives one and takes one.
::semaphores
    srel -, 5
    take_by_tmu
    sacq -, 5
    store_and_end
