// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

enum class Processor { cpu, qpu };

/// Adds the definitions of the OpenCL C builtins that the module calls: ours if there is one, else libclc's.
/// QPUs have some of their own. Calls of `left` stay.
bool link_builtin_library(llvm::Module& module, unsigned address_bits, Processor processor = Processor::cpu,
                          llvm::ArrayRef<llvm::StringRef> left = {});

/// Whether QPUs have a definition of their own.
bool is_defined_for_qpus(llvm::StringRef function, unsigned address_bits);

}  // namespace quadcl::compiler
