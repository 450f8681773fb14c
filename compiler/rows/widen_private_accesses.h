// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Accesses of a part of an array's element become accesses of the whole element, if the array is on the
/// stack and other accesses are of whole elements: bytes that are stored to an array of integers. Then lanes
/// can have arrays of their own, element by element.
class WidenPrivateAccesses : public llvm::PassInfoMixin<WidenPrivateAccesses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
