# SPDX-License-Identifier: Apache-2.0
#
# One request whose lanes lie a number of bytes apart. Counters: TMU.
# Uniforms: address, bytes from lane to lane.
    mov r0, unif
    mov r1, unif
    nop
    mul24 r1, r1, elem_num
    add r0, r0, r1
    mov t0s, r0
.if BOTH
    mov t1s, r0
.endif
    nop;  ldtmu0
.if BOTH
    nop;  ldtmu1
.endif
    thrend
    nop
    nop
