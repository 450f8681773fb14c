# SPDX-License-Identifier: Apache-2.0
#
# A loop of READS uniforms, each followed by NOPS instructions without one.
# Uniforms: repeats, then the stream.
    mov r0, unif
:loop
.rep i, READS
    mov -, unif
    .rep j, NOPS
    nop
    .endr
.endr
    sub.setf r0, r0, 1
    brr.allnz -, r:loop
    nop
    nop
    nop
    thrend
    nop
    nop
