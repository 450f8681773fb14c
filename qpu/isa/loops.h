// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadcl::qpu::isa {

/// A run of instructions that ends with a relative branch back to its start, and the branch's delay slots.
struct Loop {
  std::size_t begin = 0;         ///< index of the first instruction
  std::size_t instructions = 0;  ///< delay slots included
  std::size_t both_alus_float =
      0;  ///< instructions with a float addition or the like and a float multiplication
};

/// The innermost loops of a program: those that hold no other. In the order of their starts.
std::vector<Loop> innermost_loops(std::span<const std::uint64_t> program);

}  // namespace quadcl::qpu::isa
