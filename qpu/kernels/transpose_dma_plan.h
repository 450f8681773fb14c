// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "qpu/kernels/transpose_tmu_plan.h"

namespace quadcl::qpu {

// The plan of transpose_dma.qasm.

/// All blocks of the launch, in the order of the input's rows: at most 16 rows of 16 words, which are one
/// slot of the VPM.
std::vector<TransposeBlock> transpose_dma_blocks(const TransposeLaunch& launch);

/// One QPU for each engine, or one QPU for both if `qpus` is 1.
std::vector<QpuWork> transpose_dma_work(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                                        unsigned qpus);

}  // namespace quadcl::qpu
