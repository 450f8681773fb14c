# SPDX-License-Identifier: Apache-2.0
#
# READS uniforms in a row, once. Counters: uniform cache.
.rep i, READS
    mov -, unif
.endr
.rep i, 40
    nop
.endr
    thrend
    nop
    nop
