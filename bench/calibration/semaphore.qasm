# SPDX-License-Identifier: Apache-2.0
#
# Two QPUs pass control to and fro by two semaphores; each loop is 7 instructions long and has no slot
# to spare between a release and the acquisition that answers it.
# Uniforms of both: iterations.
::ping
    mov r0, unif
:1
    nop
    srel -, 0
    sub.setf r0, r0, 1
    brr.allnz -, r:1b
    sacq -, 1
    nop
    nop
    thrend
    nop
    nop
::pong
    mov r0, unif
:1
    sacq -, 0
    srel -, 1
    sub.setf r0, r0, 1
    brr.allnz -, r:1b
    nop
    nop
    nop
    thrend
    nop
    nop
