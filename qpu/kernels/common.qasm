# SPDX-License-Identifier: Apache-2.0
#
# What the kernels share. builtin.qasm includes it before them.

.set SEMAPHORE_DONE, 0      # counts the QPUs that are through; 0 again at the end of a job

# The end of a QPU's program. Uniform: number of QPUs to wait for; the first QPU waits for all, 0 for the others. Uses r0.
.macro finish_job
    srel -, SEMAPHORE_DONE
    mov.setf r0, unif
    brr.allz -, r:2f
    nop
    nop
    nop
:1
    sub.setf r0, r0, 1
    brr.allnz -, r:1
    sacq -, SEMAPHORE_DONE
    nop
    nop
    mov interrupt, 1
:2
    thrend
    nop
    nop
.endm

# DMA stores, one after the other. Uniforms for each: two set-up words and the address. `count` is an accumulator that holds
# their number, not 0.
.macro store_counted, count
:1
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    sub.setf count, count, 1
    read vw_wait
    brr.allnz -, r:1
    nop
    nop
    nop
.endm

# The same. Uniforms: their number, then each of them.
.macro store_each, count
    mov count, unif
    store_counted count
.endm
