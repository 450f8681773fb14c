# SPDX-License-Identifier: Apache-2.0
#
# 16 instructions that each read and write a vector, NOPS after the set-up and BETWEEN after each.
    mov vw_setup, 0x00001a20
    mov vr_setup, 0x00001a00
.rep i, NOPS
    nop
.endr
.rep i, 16
    mov vpm, vpm
    .rep j, BETWEEN
    nop
    .endr
.endr
    nop
    thrend
    nop
    nop
