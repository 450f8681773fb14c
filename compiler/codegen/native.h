// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace quadcl::compiler {

/// For this machine and the instruction sets of host_cpu_features(); position-independent code.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimise);

/// LLVM's own optimisations over finished work-group kernels.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, bool fully);

/// Machine code of the module as an ELF shared object that exports its external functions. Empty on failure,
/// with the reason appended to `log`.
std::vector<std::byte> make_shared_object(llvm::Module& module, llvm::TargetMachine& machine,
                                          std::string& log);

}  // namespace quadcl::compiler
