// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "core/kernel_image.h"

namespace quadcl::compiler::recognise {

/// Looks for a built-in kernel that does what `kernel` does, after clean-up. Sets the image's `recognition`,
/// or the first reason why there is none.
void recognise_kernel(llvm::Function& kernel, KernelImage& image);

}  // namespace quadcl::compiler::recognise
