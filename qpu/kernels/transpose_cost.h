// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qpu/kernels/transpose_tmu_plan.h"

namespace quadcl::qpu {

// How long the programs for transposes are expected to take, in clocks.

/// By transpose.qasm, in blocks of `transpose_blocks`.
double transpose_clocks(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks, unsigned qpus);

/// By transpose_dma.qasm, in blocks of `transpose_dma_blocks`.
double transpose_dma_clocks(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                            unsigned qpus);

}  // namespace quadcl::qpu
