# SPDX-License-Identifier: Apache-2.0
#
# All kernels in one piece of machine code, as the QPU device loads them.

.include "sgemm.qasm"
.include "sgemm_tmu.qasm"
.include "transpose.qasm"
