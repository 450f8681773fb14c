// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// An operation must come at least `instructions` after another one; 0: not before it.
struct Dependence {
  std::uint32_t on = 0;  ///< index of the earlier operation
  std::uint32_t instructions = 0;
  std::uint32_t usual = 0;  ///< after which it need not wait, which for results of TMUs is longer
};

/// Of each operation. There are many of these lists, and most are short.
using DependenceLists = std::vector<llvm::SmallVector<Dependence, 4>>;

/// For each operation of a block without its branches, those that it depends on: registers, flags, r4, the
/// queues of the TMUs, the uniform stream, and the order of all that touches VPM, DMA, mutex and semaphores
/// (docs/videocore4.md, Programming restrictions).
DependenceLists dependences(std::span<const Operation> operations);

/// For each operation, the length of the longest chain of dependences from it to the end. `urgent` (none if
/// it is the number of operations) must be `instructions` before the end.
std::vector<std::uint32_t> heights(const DependenceLists& dependences, std::size_t urgent,
                                   std::uint32_t instructions);

bool writes_tmu(const Operation& operation);
bool writes_special_function(const Operation& operation);

}  // namespace quadcl::compiler::qpu
