# SPDX-License-Identifier: Apache-2.0
add.setf ra1, ra0, rb0; fmul.ifz r1, r4.8d, r0; ldtmu0
mov r0, 64; mov r1, r2
mov ra16, r1; mov r1, 0x180
fmul r0, r1 << 3, r2 << 3; add ra1.16a, r1, -3
ldi.setf -, [0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3]
v8adds rb3.8ds, r1, r2; v8subs r1, r2, r3
fadd r0, ra3.16af, 0.5
mov vw_setup, 0x80904000
mov r5rep, unif << r5
sacq -, 3
mov -, srel15
:1 brr.anyz ra1, ra2, r:1f + 8
bra -, ra31
nop; mnop r2
read unif; read 8
:1
thrend
