// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Gives the conversion of a number that the integer type does not have some fixed value, as OpenCL C does
/// (section 6.4.3.3), where LLVM gives poison: without that a check of the result can pass for one value and
/// the use see another. Where the result is an index into memory, the conversion saturates, because that is
/// what libclc's look-ups in tables were compiled for. LLVM's own saturating conversions become comparisons,
/// which its vectoriser can widen.
class SafeConversion : public RequiredPass<SafeConversion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
