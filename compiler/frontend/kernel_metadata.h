// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "core/kernel_image.h"

namespace quadcl::compiler {

/// The facts about a kernel that clang records from its source: name, arguments, attributes.
KernelImage describe_kernel(const llvm::Function& kernel);

}  // namespace quadcl::compiler
