// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

#include <string>
#include <vector>

#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// Which buffers a kernel stores to, and which it may read after that. TMUs never see stores of the same
/// launch. What work-items of other groups store needs no care unless atomic operations order it: to read it
/// in the same launch is a race in OpenCL, too.
struct MemoryOrder {
  std::vector<std::uint32_t> stored;  ///< arguments
  std::vector<QpuApart> apart;
  /// Loads from memory that the same launch may have stored before, through the same argument.
  llvm::DenseSet<const llvm::Instruction*> fresh;
  bool loads_stored = false;  ///< whether it loads through an argument that it stores to
  bool has_atomics = false;   ///< in memory of the whole NDRange
  /// Whether QPUs take turns in the memory of the NDRange for more than stores.
  bool takes_turns() const { return has_atomics || !fresh.empty(); }
  /// Whether local memory, and what work-items keep, lies in memory: then loads of it are fresh, too.
  bool in_memory = false;
  std::string problem;  ///< why the kernel cannot run on QPUs; empty if it can
};

MemoryOrder find_memory_order(llvm::Function& kernel, bool in_memory);

}  // namespace quadcl::compiler::qpu
