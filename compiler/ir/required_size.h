// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {

/// The size of work-groups that the source demands; zeros without.
FixedLocalSize required_size(const llvm::Function& kernel);

}  // namespace quadcl::compiler
