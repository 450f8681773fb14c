// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "core/kernel_image.h"

namespace quadcl::compiler {

/// Everything about a kernel that its source says and clang notes: name, arguments, attributes.
KernelImage describe_kernel(const llvm::Function& kernel);

}  // namespace quadcl::compiler
