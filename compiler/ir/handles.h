// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "core/kernel_image.h"

namespace quadcl::compiler {

/// The type of a kernel's argument that is an image or a sampler, whatever the program calls the type.
HandleType handle_type(const llvm::Argument& argument);
bool takes_handles(const llvm::Function& kernel);

}  // namespace quadcl::compiler
