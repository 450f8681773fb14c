// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// For programs that allow it: doubles that are made of floats, integers and literals, and end as floats, are
/// computed as floats. Mostly the literal has no suffix f.
class NarrowDoubles : public RequiredPass<NarrowDoubles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
