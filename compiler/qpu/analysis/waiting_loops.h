// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace quadcl::compiler::qpu {

/// Why a kernel must not run on QPUs if it has a loop that ends when another work-item has done something,
/// such as one that takes a lock: the lanes of a row do not go on before all have left the loop, and groups
/// run one after the other. Empty if there is none. OpenCL promises no progress to such kernels, but CPUs
/// make some.
std::string waiting_problem(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
