// SPDX-License-Identifier: Apache-2.0
//
// Volatile accesses that nobody can tell from ordinary ones.
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

/// Makes `volatile` accesses of local memory ordinary ones. Only the thread that runs the work-group sees
/// this memory, so once the order of the work-items' accesses stands, nobody can tell the difference; and
/// lanes can access it together.
class LocalVolatiles : public llvm::PassInfoMixin<LocalVolatiles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
