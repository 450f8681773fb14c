// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Lets functions that stay functions take as values what their pointers to private variables point to, and
/// return what they change in it: `void multiply(const uint a[8], const uint b[8], uint product[8])` becomes
/// a function of 24 numbers that returns 8. Vectors and structs become numbers, too. Then the variables of
/// callers are values, and the function has a form for lanes (row_functions.h).
///
/// A pointer stays one if it may point to different kinds of variables, or to more than the function sees of
/// them; if its address is looked at or kept; or if the function may change what it reads through another
/// pointer later.
class ArgumentPromotion : public llvm::PassInfoMixin<ArgumentPromotion> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
