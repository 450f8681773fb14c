// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace quadcl::compiler {

/// Whether LLVM's vectoriser, if it may take the loop's accesses to be unordered, could change results.
bool order_matters(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                   llvm::AAResults& aliases);

}  // namespace quadcl::compiler
