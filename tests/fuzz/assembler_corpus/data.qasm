# SPDX-License-Identifier: Apache-2.0
.byte 1, -1, 0x7f
.bit 1, 0, 1
.short 0b101, 077
.align 8, 4
.int 1.5, -2 ** 3, 7 % 4, 1 >>< 3
.long 0x123456789abcdef0
.half 1.0, 1e-8
.float exp2 3, 1.0 << 2, abs -3.5
.double log10 1000 / 2
.rodata
.int (1 <=> 2) & 0xff, 3 !^^ 4, 5 === 5.0
.code
.int 0x009e7000, 0x100009e7
