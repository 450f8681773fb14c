// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// How often loops are unrolled: for all iterations, or, where that would be too long for the caches of QPUs,
/// until indices begin again.
enum class UnrollChoice { all, cached };

/// Unrolls short loops whose counters are indices of private arrays, if this makes all indices of an array
/// constant. The elements can then be values. With `cached`, a long loop whose indices repeat, as in `array[i
/// % 16]`, is unrolled until they do; if a comparison differs in its first iteration, that stands before it.
class UnrollArrayLoops : public llvm::PassInfoMixin<UnrollArrayLoops> {
 public:
  explicit UnrollArrayLoops(UnrollChoice choice = UnrollChoice::all) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  UnrollChoice choice_;
};

}  // namespace quadcl::compiler
