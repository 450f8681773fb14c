// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Name of a module flag: the code runs on a processor that truncates sums and products of floats.
inline constexpr const char* kTruncatesFloats = "quadcl.truncates-floats";

/// Makes accesses of private variables ordinary ones if these are `volatile` and only the work-item itself
/// can reach them: nobody could tell the difference (`volatile const uint one = 1; atomic_add(p, one)`, as
/// hashcat has it). Single floats can tell it in a module with the flag kTruncatesFloats: LLVM rounds sums of
/// known numbers to nearest.
class PrivateVolatiles : public llvm::PassInfoMixin<PrivateVolatiles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
