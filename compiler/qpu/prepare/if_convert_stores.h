// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Stores what was there, or something new, in place of a store behind a condition that lanes decide, as in
/// `if (d < a[i]) a[i] = d`: what full rows store side by side is one transfer. The work-item has loaded the
/// old value with nothing between that orders its accesses and those of others, and the place depends on the
/// ids of all dimensions that the kernel asks for. So nobody else stores to the same element, and the old
/// value is still there. Work-items that set one flag together keep their branch.
class IfConvertStores : public llvm::PassInfoMixin<IfConvertStores> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
