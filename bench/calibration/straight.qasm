# SPDX-License-Identifier: Apache-2.0
#
# LENGTH instructions in a row, the end of the program included. Counters: instruction cache.
.rep i, LENGTH - 3
    nop
.endr
    thrend
    nop
    nop
