// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace quadcl::compiler {

/// Whether the program has inline assembly, which could read files, or chooses sections for its code and
/// variables. If so, the log says where.
bool has_assembly(const llvm::Module& module, std::string& log);

}  // namespace quadcl::compiler
