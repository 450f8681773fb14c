// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Where accesses of a block follow each other at one distance that the launch decides, as those of rows of a
/// matrix do, each address is the one before and that distance. That is one operation, not a product of 32
/// bits and more, which are a dozen.
void step_rows(llvm::Function& function);

}  // namespace quadcl::compiler::qpu
