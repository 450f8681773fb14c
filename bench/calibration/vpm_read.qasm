# SPDX-License-Identifier: Apache-2.0
#
# NOPS instructions between the set-up of a VPM read and the first vector, 16 vectors in all.
    mov vr_setup, 0x00001a00
.rep i, NOPS
    nop
.endr
.rep i, 16
    mov r0, vpm
.endr
    nop
    thrend
    nop
    nop
