# SPDX-License-Identifier: Apache-2.0
#
# All kernels in one piece of machine code, as the QPU device loads them.

.include "common.qasm"
.include "sgemm.qasm"
.include "sgemm_tmu.qasm"
.include "sgemm_outer.qasm"
.include "transpose.qasm"
.include "transpose_dma.qasm"
