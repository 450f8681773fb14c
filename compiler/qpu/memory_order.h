// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// Which buffers a kernel stores to, and which it may read after that. TMUs never see stores of the same
/// launch. What other work-items store needs no care: to read it in the same launch is a race in OpenCL, too.
struct MemoryOrder {
  std::vector<std::uint32_t> stored;  ///< arguments
  std::vector<QpuApart> apart;
  std::string problem;  ///< why the kernel cannot run on QPUs; empty if it can
};

MemoryOrder find_memory_order(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
