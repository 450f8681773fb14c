// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

enum class LongFunctionsChoice { mark, unmark };

/// Keeps LLVM's SLP vectoriser away from long functions whose rows have lanes. It would try for seconds to
/// make vectors of what is already made of lanes, and of the work-items that remain. The only mark that it
/// heeds is `noimplicitfloat`; code generation must not see that.
class LongFunctions : public RequiredPass<LongFunctions> {
 public:
  explicit LongFunctions(LongFunctionsChoice choice) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  LongFunctionsChoice choice_;
};

}  // namespace quadcl::compiler
