// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {

/// What the work-group form of a kernel needs from its runner.
struct WorkGroupKernel {
  llvm::Function* entry = nullptr;
  std::uint64_t local_bytes = 0;
  std::uint64_t item_bytes = 0;
  std::uint64_t private_bytes = 0;
};

/// How to compile a kernel.
struct WorkGroupOptions {
  FixedLocalSize fixed_local_size{};
  bool optimise = true;  ///< whether loops may be interchanged
};

/// Replaces a kernel of a cleaned-up module by one that runs a whole work-group of any size, or of the one
/// that is fixed: `symbol` with the signature quadcl_kernel_function. The kernel itself is gone afterwards.
WorkGroupKernel compile_for_work_group(llvm::Function& kernel, const std::string& symbol,
                                       const WorkGroupOptions& options);

}  // namespace quadcl::compiler
