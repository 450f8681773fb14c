// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Lets loops of one block ask for what their next iteration loads before they compute: the first iteration's
/// words are loaded before the loop, and the last iteration runs behind it, so that nothing is loaded in
/// vain. Loads whose addresses depend on other loads stay where they are. Returns whether it changed
/// something.
bool pipeline_loads(llvm::Function& version);

}  // namespace quadcl::compiler::qpu
