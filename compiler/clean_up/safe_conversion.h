// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Conversions of a number outside of the integer type's range give poison in LLVM, but some value in OpenCL
/// C (section 6.4.3.3). This pass gives them a fixed value: otherwise a check of the result could see one
/// value and its use another. If the result is an index into memory, the conversion saturates, as libclc's
/// table look-ups expect. LLVM's own saturating conversions become comparisons, which its vectoriser can
/// widen.
class SafeConversion : public RequiredPass<SafeConversion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
