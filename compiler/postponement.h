// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "core/options.h"
#include "core/program_image.h"

namespace quadcl::compiler {

/// Whether no kernel is called by another one, so that `read_kernels` can take one out.
bool kernels_stand_alone(llvm::Module& module);

/// Whether the kernels of a cleaned-up module can be compiled one by one, later, without a word to say to the
/// build log (docs/adr/0021). `in_groups`: they are worth compiling for the local size of a launch.
bool kernels_can_wait(llvm::Module& module, Vectorise vectorise, bool in_groups);

/// Bitcode of the image, as a module with the kernel of that name alone, or with all if the name is empty.
/// Null, with the reason in the log, if it is damaged.
std::unique_ptr<llvm::Module> read_kernels(llvm::LLVMContext& context, const ProgramImage& image,
                                           const std::vector<std::byte>& bitcode, const std::string& kernel,
                                           std::string& log);

}  // namespace quadcl::compiler
