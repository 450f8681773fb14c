// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "compiler/codegen/link.h"

namespace quadcl::compiler {

/// For this machine and the instruction sets of HostTarget::cpu_features; position-independent code.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimise, const std::string& cpu_features);

/// LLVM's own optimisations over finished work-group kernels.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, bool fully);

/// Machine code of the module. Empty on failure, with the reason appended to `log`.
ObjectCode make_object(llvm::Module& module, llvm::TargetMachine& machine, std::string& log);

}  // namespace quadcl::compiler
