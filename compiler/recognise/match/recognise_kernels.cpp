// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/match/recognise_kernels.h"

#include "compiler/build_limits.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/kernels.h"
#include "compiler/recognise/match/recognise.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses RecogniseKernels::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    check_build_time();
    if (!is_huge(*kernels[i])) recognise::recognise_kernel(*kernels[i], *compilation_.images[i]);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
