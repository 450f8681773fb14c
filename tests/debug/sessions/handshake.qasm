# QPU 0 waits for semaphore 3, which QPU 1 increments while it has the mutex. QPU 1 then loads 16 words with a TMU.
# Uniforms of QPU 1: the address of the words.
.include <vc4.qinc>
:waiter
    mov r0, 7
    sacq -, 3
    mov r0, 8
    thrend
    nop
    nop
:helper
    mov -, mutex_acq
    srel -, 3
    mov mutex_rel, 0
    mov r0, unif
    mul24 r1, elem_num, 4
    add t0s, r0, r1
    nop; ldtmu0
    mov ra2, r4
    thrend
    nop
    nop
.align 64
:uniforms
    .int 0x40000000 + (:words - :waiter)
.align 64
:words
    .rep i, 16
    .float i * 0.5
    .endr
