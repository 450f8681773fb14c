// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/builtin/transpose_launch.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {

// The plan of transpose.qasm.

/// A block of the input.
struct TransposeBlock {
  std::uint64_t row = 0, column = 0;  ///< in elements
  std::uint32_t rows = 0, columns = 0;
};

/// Words of 32 bits: 1 or 2.
inline std::uint32_t words_per_element(const TransposeLaunch& launch) { return launch.element_bytes / 4; }

/// All blocks of the launch, each one tile of the program. Blocks below each other have rows of the output of
/// 32 words; those at the end of the input's rows have at most 16 words.
std::vector<TransposeBlock> transpose_blocks(const TransposeLaunch& launch);

/// The blocks of each QPU: as many QPUs as there are places for tiles in the VPM, at most `qpus`. The first
/// has as many blocks as any other.
std::vector<std::vector<TransposeBlock>> transpose_shares(std::span<const TransposeBlock> blocks,
                                                          unsigned qpus);

/// Deals the blocks as shares.
std::vector<QpuWork> transpose_work(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                                    unsigned qpus);

}  // namespace quadcl::qpu
