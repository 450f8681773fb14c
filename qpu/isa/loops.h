// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadcl::qpu::isa {

/// Instructions that end with a relative branch back to their start and the delay slots of this branch.
struct Loop {
  std::size_t begin = 0;         ///< index of the first instruction
  std::size_t instructions = 0;  ///< delay slots included
  /// Instructions with a float operation of the add ALU and a float multiplication.
  std::size_t both_alus_float = 0;
};

/// The innermost loops of a program, which contain no other loop. In the order of their starts.
std::vector<Loop> innermost_loops(std::span<const std::uint64_t> program);

}  // namespace quadcl::qpu::isa
