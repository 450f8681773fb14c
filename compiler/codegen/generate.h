// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstddef>
#include <string>
#include <vector>

#include "core/kernel_image.h"

namespace quadcl::compiler {

/// Machine code for the kernels of a cleaned-up module, which is used up: an ELF shared object that exports
/// one function for each. `images` describe the kernels in the order of the module and are told what is known
/// of their code. The kernels of large programs are divided among the processors. Empty on failure, with the
/// reason appended to `log`.
std::vector<std::byte> generate_code(llvm::Module& module, llvm::TargetMachine& machine,
                                     std::vector<KernelImage>& images, bool optimise, std::string& log);

}  // namespace quadcl::compiler
