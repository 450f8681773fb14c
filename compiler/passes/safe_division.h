// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Integer division by zero, and of the least number by -1, gives an unspecified value in OpenCL C
/// (section 6.4.1), where processors trap. Replaces such divisors by 1.
void make_division_safe(llvm::Module& module);

}  // namespace quadcl::compiler
