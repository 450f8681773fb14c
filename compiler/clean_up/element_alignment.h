// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Expects vectors and structs in memory that is not private to be aligned to elements, of at most four bytes
/// for structs, and not to their own size. Programs take `float4` from any place of an array of `float`.
/// OpenCL C leaves that undefined (section 6.3.5), but other processors allow it, and here it costs next to
/// nothing.
class ElementAlignment : public RequiredPass<ElementAlignment> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
